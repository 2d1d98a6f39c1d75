extension UnsafeRawBufferPointer {
    /// Whether `other` stands at `offset`.
    func holds(_ other: [UInt8], at offset: Int) -> Bool {
        offset >= 0 && offset + other.count <= count && self[offset..<(offset + other.count)].elementsEqual(other)
    }

    /// The number at `offset`, which must lie inside.
    func bigEndian32(at offset: Int) -> UInt32 {
        UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// The number at `offset`, which must lie inside.
    func bigEndian16(at offset: Int) -> UInt16 {
        UInt16(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    /// The number at `offset`, which must lie inside.
    func littleEndian32(at offset: Int) -> UInt32 {
        UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// The number at `offset`, which must lie inside.
    func littleEndian16(at offset: Int) -> UInt16 {
        UInt16(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    /// The text of `count` bytes at `offset`, which must lie inside.
    func text(at offset: Int, count: Int) -> String { String(decoding: self[offset..<(offset + count)], as: UTF8.self) }
}
