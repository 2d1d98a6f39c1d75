/// Writes JSON (RFC 8259) straight into bytes, in the order that it is told.
///
/// The caller pairs `begin…` with `end…` and gives a key before each value of an object; commas are put in by the writer.
public struct JSONWriter: Sendable {
    /// What has been written so far.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Makes an empty writer.
    public init(capacity: Int = 512) { bytes.reserveCapacity(capacity) }

    /// Opens an object.
    public mutating func beginObject() { open(UInt8(ascii: "{")) }
    /// Closes the innermost object.
    public mutating func endObject() { close(UInt8(ascii: "}")) }
    /// Opens an array.
    public mutating func beginArray() { open(UInt8(ascii: "[")) }
    /// Closes the innermost array.
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes the key of the value that comes next. It must need no escape.
    public mutating func key(_ name: StaticString) {
        separate()
        bytes.append(Self.quote)
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(Self.quote)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a key that is not known before the program runs.
    public mutating func key(text: String) {
        separate()
        quoted(text)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string, or null.
    public mutating func value(_ text: String?) {
        guard let text else { return null() }
        separate()
        quoted(text)
        needsComma = true
    }

    /// Writes an integer, or null.
    public mutating func value(_ number: (some FixedWidthInteger)?) {
        guard let number else { return null() }
        separate()
        decimal(Int64(number))
        needsComma = true
    }

    /// Writes a number; what JSON has no word for (NaN and the infinities) and nil are null.
    public mutating func value(_ number: Double?) {
        guard let number, number.isFinite else { return null() }
        separate()
        if let whole = Int64(exactly: number), abs(whole) < 1 << 53 {
            decimal(whole)
        } else {
            bytes.append(contentsOf: number.description.utf8)
        }
        needsComma = true
    }

    /// Writes true, false or null.
    public mutating func value(_ flag: Bool?) {
        guard let flag else { return null() }
        separate()
        bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        needsComma = true
    }

    /// Writes null.
    public mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
        needsComma = true
    }

    /// Writes a value that is JSON already.
    public mutating func raw(_ json: some Collection<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func decimal(_ number: Int64) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        let start = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    private mutating func quoted(_ text: String) {
        bytes.append(Self.quote)
        var text = text
        text.withUTF8 { utf8 in
            if utf8.contains(where: Self.needsEscape) {
                for byte in utf8 { escape(byte) }
            } else {
                bytes.append(contentsOf: utf8)
            }
        }
        bytes.append(Self.quote)
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case Self.quote, Self.backslash: bytes += [Self.backslash, byte]
        case 0x0A: bytes += [Self.backslash, UInt8(ascii: "n")]
        case 0..<0x20, 0x7F:
            bytes.append(contentsOf: "\\u00".utf8)
            bytes += [Self.hexadecimal[Int(byte >> 4)], Self.hexadecimal[Int(byte & 15)]]
        default: bytes.append(byte)
        }
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == quote || byte == backslash || byte == 0x7F
    }

    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")
    private static let hexadecimal = Array("0123456789abcdef".utf8)
}
