/// Reads what `ByteWriter` writes, from a side that is not trusted: every length is checked before it is used.
struct ByteReader {
    /// The message ends too early or holds a value that the other side never writes.
    struct Malformed: Error {}

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether everything was read.
    var isAtEnd: Bool { position == bytes.count }

    mutating func read<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(Malformed) -> Number {
        let size = MemoryLayout<Number>.size
        guard size <= bytes.count - position else { throw Malformed() }
        defer { position += size }
        return bytes.withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Number.self))
        }
    }

    mutating func readDouble() throws(Malformed) -> Double { Double(bitPattern: try read()) }

    mutating func readBlock() throws(Malformed) -> ArraySlice<UInt8> {
        let count = Int(try read(UInt32.self))
        guard count <= bytes.count - position else { throw Malformed() }
        defer { position += count }
        return bytes[position..<(position + count)]
    }

    mutating func readText() throws(Malformed) -> String { String(decoding: try readBlock(), as: UTF8.self) }

    mutating func readOptional<Value>(
        _ body: (inout ByteReader) throws(Malformed) -> Value
    ) throws(Malformed) -> Value? {
        try read(UInt8.self) == 0 ? nil : try body(&self)
    }

    mutating func readOptionalText() throws(Malformed) -> String? {
        try readOptional { reader throws(Malformed) in try reader.readText() }
    }

    /// Reads the raw value of an enumeration.
    mutating func readCase<Value: RawRepresentable>(
        _ type: Value.Type = Value.self
    ) throws(Malformed) -> Value where Value.RawValue: FixedWidthInteger {
        guard let value = Value(rawValue: try read()) else { throw Malformed() }
        return value
    }
}
