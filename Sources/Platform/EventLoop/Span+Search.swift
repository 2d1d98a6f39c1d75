import Glibc

extension Span<UInt8> {
    /// The first offset from `start` on at which `byte` stands (memchr(3)).
    public func firstOffset(of byte: UInt8, from start: Int) -> Int? {
        guard start < count else { return nil }
        return withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress,
                let found = memchr(base + start, CInt(byte), buffer.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - UnsafeRawPointer(base)
        }
    }
}
