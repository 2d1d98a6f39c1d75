import CXXHash
public import Platform

/// A 128-bit digest (XXH3) of what a file holds: equal for equal content, whatever its name.
///
/// Up to `fullyHashedLimit` it covers every byte. Of a larger file it covers the head, the tail and the length, which
/// tells photos and videos apart without reading gigabytes. Not fit against forgery.
public struct ContentFingerprint: Hashable, Sendable {
    /// Files up to this many bytes are digested whole.
    public static let fullyHashedLimit = 128 * 1024
    /// Of larger files, this many bytes at each end: two halves of the limit, so that one buffer serves both.
    static let edge = fullyHashedLimit / 2

    /// The high 64 bits.
    public let high: UInt64
    /// The low 64 bits.
    public let low: UInt64

    /// Makes a fingerprint of its halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Digests an open file of `size` bytes.
    /// - Throws: what pread(2) fails with.
    public static func compute(_ file: borrowing FileDescriptor, size: Int64) throws(SystemError) -> ContentFingerprint
    {
        if size <= fullyHashedLimit {
            return digest(try file.read(count: Int(size), at: 0), size: nil)
        }
        let head = try file.read(count: edge, at: 0)
        return digest(head + (try file.read(count: edge, at: size - Int64(edge))), size: size)
    }

    /// Digests content that is in memory.
    static func compute(_ content: UnsafeRawBufferPointer) -> ContentFingerprint {
        if content.count <= fullyHashedLimit { return hash(content, seed: 0) }
        let edges = [UInt8](content.prefix(edge)) + content.suffix(edge)
        return digest(edges, size: Int64(content.count))
    }

    /// - Parameter size: the length of the whole file where `bytes` are only its ends.
    private static func digest(_ bytes: [UInt8], size: Int64?) -> ContentFingerprint {
        bytes.withUnsafeBytes { hash($0, seed: UInt64(bitPattern: size ?? 0)) }
    }

    private static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> ContentFingerprint {
        let hash = XXH3_128bits_withSeed(bytes.baseAddress, bytes.count, seed)
        return ContentFingerprint(high: hash.high64, low: hash.low64)
    }
}
