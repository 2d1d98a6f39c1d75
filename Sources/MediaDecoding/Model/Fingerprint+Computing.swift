import CXXHash
public import Platform

extension Fingerprint {
    /// Of files that are not digested whole, this many bytes at each end are.
    static let edge = 64 * 1024

    /// Digests an open file of `size` bytes (XXH3, which is not fit against forgery).
    /// - Throws: what pread(2) fails with.
    public static func compute(_ file: borrowing FileDescriptor, size: Int64) throws(SystemError) -> Fingerprint {
        if size <= fullyHashedLimit {
            return try file.read(count: Int(size), at: 0).withUnsafeBytes { compute($0) }
        }
        let tail = try file.read(count: edge, at: size - Int64(edge))
        return compute(head: try file.read(count: edge, at: 0), tail: tail, size: size)
    }

    /// Digests a whole content.
    public static func compute(_ content: UnsafeRawBufferPointer) -> Fingerprint {
        let hash = XXH3_128bits(content.baseAddress, content.count)
        return Fingerprint(high: hash.high64, low: hash.low64)
    }

    /// Digests the ends of a content longer than `fullyHashedLimit`; of `head` only what counts.
    static func compute(head: [UInt8], tail: [UInt8], size: Int64) -> Fingerprint {
        let length = withUnsafeBytes(of: size.littleEndian) { [UInt8]($0) }
        return (head.prefix(edge) + tail + length).withUnsafeBytes { compute($0) }
    }
}
