/// Writes a message: integers little-endian, texts and bytes after their length.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int = 256) { bytes.reserveCapacity(capacity) }

    mutating func write(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ number: Double) { write(number.bitPattern) }

    mutating func write(_ block: [UInt8]) {
        write(UInt32(block.count))
        bytes.append(contentsOf: block)
    }

    mutating func write(_ text: String) {
        write(UInt32(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes whether there is a value, then the value.
    mutating func write<Value>(_ value: Value?, _ body: (inout ByteWriter, Value) -> Void) {
        write(UInt8(value == nil ? 0 : 1))
        if let value { body(&self, value) }
    }

    mutating func write(_ text: String?) { write(text) { $0.write($1) } }
}
