/// Header fields in the order that they came in; names compare without regard to ASCII case (RFC 9110 section 5).
///
/// Kept as the bytes of the field lines themselves, so that a value costs no `String` until somebody asks for it, and
/// writing a response's fields is one copy.
public struct HTTPFields: Sendable, ExpressibleByDictionaryLiteral {
    /// Where one line's name and value are in `lines`.
    struct Entry: Sendable, Hashable {
        var nameStart: UInt32
        var nameEnd: UInt32
        var valueStart: UInt32
        var valueEnd: UInt32

        var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
        var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
    }

    /// Whole field lines, each with its CRLF.
    private(set) var lines: [UInt8]
    private(set) var entries: [Entry]

    /// Makes an empty list.
    public init() {
        lines = []
        entries = []
    }

    /// Makes a list of names and values.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init()
        for (name, value) in elements { append(name, value) }
    }

    /// Takes over lines that a parser found to be valid.
    init(lines: [UInt8], entries: [Entry]) {
        self.lines = lines
        self.entries = entries
    }

    /// Number of lines.
    public var count: Int { entries.count }

    /// The values of all lines of that name, joined by a comma as RFC 9110 section 5.3 has it; nil without such a line.
    ///
    /// Setting replaces all lines of that name by one at the end.
    public subscript(name: String) -> String? {
        get {
            var result: String?
            for entry in entries where matches(entry, name) {
                let value = String(decoding: lines[entry.value], as: UTF8.self)
                result = result.map { $0 + ", " + value } ?? value
            }
            return result
        }
        set {
            if contains(name) { remove(name) }
            if let newValue { append(name, newValue) }
        }
    }

    /// The values of all lines of that name, in order.
    public func values(of name: String) -> [String] {
        entries.filter { matches($0, name) }.map { String(decoding: lines[$0.value], as: UTF8.self) }
    }

    /// Whether there is a line of that name.
    public func contains(_ name: String) -> Bool { entries.contains { matches($0, name) } }

    /// Adds a line at the end.
    ///
    /// Control characters in the value become spaces, so that no value can end its line and begin another.
    public mutating func append(_ name: String, _ value: String) {
        if lines.isEmpty {
            // As much as most responses need, in one go.
            lines.reserveCapacity(256)
            entries.reserveCapacity(6)
        }
        let start = UInt32(lines.count)
        lines.append(text: name)
        let nameEnd = UInt32(lines.count)
        precondition(!name.isEmpty && lines[Int(start)...].allSatisfy(\.isTokenByte), "not a field name")
        lines.append(": ")
        let valueStart = lines.count
        lines.append(text: value)
        let valueEnd = UInt32(lines.count)
        for index in valueStart..<Int(valueEnd) where !lines[index].isFieldValueByte {
            lines[index] = UInt8(ascii: " ")
        }
        lines.append("\r\n")
        entries.append(Entry(nameStart: start, nameEnd: nameEnd, valueStart: nameEnd + 2, valueEnd: valueEnd))
    }

    /// Adds all lines of `other` at the end.
    public mutating func append(contentsOf other: HTTPFields) {
        for (name, value) in other.all { append(name, value) }
    }

    /// Removes all lines of that name.
    public mutating func remove(_ name: String) {
        let kept = entries.filter { !matches($0, name) }
        guard kept.count < entries.count else { return }
        var result = HTTPFields()
        for entry in kept { result.append(text(entry.name), text(entry.value)) }
        self = result
    }

    /// Adds `member` to a field that is a list of tokens, such as Vary, unless it is there already.
    public mutating func addToList(_ name: String, _ member: String) {
        guard let list = self[name] else { return append(name, member) }
        let present = list.split(separator: ",").contains { piece in
            let piece = piece.trimmingSpaces
            return piece == "*" || piece.lowercased() == member.lowercased()
        }
        if !present { self[name] = list + ", " + member }
    }

    /// All lines in order.
    public var all: [(name: String, value: String)] { entries.map { (text($0.name), text($0.value)) } }

    /// Whether some line of that name has exactly this value; for the quick answer to the usual cases.
    func has(_ name: StaticString, equalTo value: StaticString) -> Bool {
        guard let found = firstValue(of: name) else { return false }
        return found.count == value.utf8CodeUnitCount && value.withUTF8Buffer { $0.elementsEqual(found) }
    }

    /// The bytes of the first line of that name, which must be written in lower case.
    func firstValue(of lowercasedName: StaticString) -> ArraySlice<UInt8>? {
        let count = lowercasedName.utf8CodeUnitCount
        for entry in entries where entry.name.count == count {
            let same = lowercasedName.withUTF8Buffer { expected in
                lines.withUnsafeBufferPointer { $0[entry.name].equalsIgnoringCase(expected) }
            }
            if same { return lines[entry.value] }
        }
        return nil
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: lines[range], as: UTF8.self) }

    private func matches(_ entry: Entry, _ name: String) -> Bool {
        guard entry.name.count == name.utf8.count else { return false }
        return zip(lines[entry.name], name.utf8).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}

extension HTTPFields: Equatable {
    /// Same names, ignoring case, with the same values in the same order.
    public static func == (left: HTTPFields, right: HTTPFields) -> Bool {
        left.count == right.count
            && zip(left.all, right.all).allSatisfy {
                $0.name.lowercased() == $1.name.lowercased() && $0.value == $1.value
            }
    }
}
