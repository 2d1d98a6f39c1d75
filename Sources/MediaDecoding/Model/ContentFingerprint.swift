import CXXHash
public import Platform

/// A 128-bit digest (XXH3) of what a file holds: equal for equal content, whatever its name.
///
/// Up to `fullyHashedLimit` it covers every byte. Of a larger file it covers the head, the tail and the length, which
/// tells photos and videos apart without reading gigabytes. Not fit against forgery.
public struct ContentFingerprint: Hashable, Sendable {
    /// Files up to this many bytes are digested whole.
    public static let fullyHashedLimit = 128 * 1024
    /// Of larger files, this many bytes at each end are digested.
    static let edge = 64 * 1024

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
            return try file.read(count: Int(size), at: 0).withUnsafeBytes { compute($0) }
        }
        let tail = try file.read(count: edge, at: size - Int64(edge))
        return compute(head: try file.read(count: edge, at: 0), tail: tail, size: size)
    }

    /// Digests a whole content.
    static func compute(_ content: UnsafeRawBufferPointer) -> ContentFingerprint {
        let hash = XXH3_128bits(content.baseAddress, content.count)
        return ContentFingerprint(high: hash.high64, low: hash.low64)
    }

    /// Digests the ends of a content longer than `fullyHashedLimit`; of `head` only what counts.
    static func compute(head: [UInt8], tail: [UInt8], size: Int64) -> ContentFingerprint {
        let length = withUnsafeBytes(of: size.littleEndian) { [UInt8]($0) }
        return (head.prefix(edge) + tail + length).withUnsafeBytes { compute($0) }
    }

    /// 32 hexadecimal digits.
    public var hexadecimal: String { hexadecimal(high) + hexadecimal(low) }

    private func hexadecimal(_ half: UInt64) -> String {
        let digits = String(half, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
