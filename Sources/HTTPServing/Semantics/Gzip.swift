import CZlib

/// The gzip coding (RFC 1952).
enum Gzip {
    /// Text shrinks to about a fifth at this level; higher ones win a few hundredths for twice the time.
    private static let level: CInt = 4

    /// Compresses all of `bytes`; nil where zlib has no memory for it.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard bytes.count < CInt.max, czlib_gzip_begin(&stream, level) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, uLong(bytes.count)))
        var input = bytes
        var isComplete = false
        let output = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = uInt(input.count)
                stream.next_out = buffer.baseAddress
                stream.avail_out = uInt(buffer.count)
                isComplete = deflate(&stream, Z_FINISH) == Z_STREAM_END
                count = buffer.count - Int(stream.avail_out)
            }
        }
        return isComplete ? output : nil
    }
}
