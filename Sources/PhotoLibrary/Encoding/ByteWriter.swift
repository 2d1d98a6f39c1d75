/// Writes numbers and byte strings compactly, for `ByteReader`.
struct ByteWriter {
    /// What was written so far.
    private(set) var bytes: [UInt8] = []

    /// Writes one byte.
    mutating func byte(_ byte: UInt8) { bytes.append(byte) }

    /// Writes bytes as they are.
    mutating func raw(_ more: [UInt8]) { bytes.append(contentsOf: more) }

    /// Writes eight bytes, the highest first.
    mutating func fixed(_ number: Int64) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes one to ten bytes, the fewer the nearer the number is to zero: zigzag, then seven bits a byte, the lowest
    /// first.
    mutating func number(_ number: Int64) {
        var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Writes the length and the bytes.
    mutating func string(_ string: [UInt8]) {
        number(Int64(string.count))
        raw(string)
    }
}
