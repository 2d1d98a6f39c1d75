extension WallTime {
    /// Reads an RFC 3339 date-time, such as `2023-02-02T02:00:00.123+09:00`; the offset may be missing, and of the
    /// fraction nine digits count. Nil for any other text.
    public init?(rfc3339 text: String) {
        var reader = DigitReader(text.utf8)
        guard let date = reader.date(), reader.takes("T", "t", " "), let hour = reader.number(2), reader.takes(":"),
            let minute = reader.number(2), reader.takes(":"), let second = reader.number(2)
        else { return nil }
        guard let nanosecond = reader.takes(".") ? reader.fraction() : 0 else { return nil }
        var offset: Int?
        if reader.takes("Z", "z") {
            offset = 0
        } else if let sign = reader.sign() {
            guard let hours = reader.number(2), reader.takes(":"), let minutes = reader.number(2), minutes < 60 else {
                return nil
            }
            offset = sign * (hours * 60 + minutes)
        }
        guard reader.isAtEnd else { return nil }
        self.init(
            year: date.year, month: date.month, day: date.day, hour: hour, minute: minute, second: second,
            nanosecond: nanosecond, offsetMinutes: offset)
    }

    /// Reads an RFC 3339 full-date, such as `2023-02-02`, as the first moment of that day. Nil for any other text.
    public init?(rfc3339Date text: String) {
        var reader = DigitReader(text.utf8)
        guard let date = reader.date(), reader.isAtEnd else { return nil }
        self.init(year: date.year, month: date.month, day: date.day)
    }
}

private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String.UTF8View) { rest = text[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func date() -> (year: Int, month: Int, day: Int)? {
        guard let year = number(4), takes("-"), let month = number(2), takes("-"), let day = number(2) else {
            return nil
        }
        return (year, month, day)
    }

    mutating func number(_ width: Int) -> Int? {
        let digits = rest.prefix(width)
        guard digits.count == width, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        rest = rest.dropFirst(width)
        return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
    }

    mutating func fraction() -> Int? {
        let digits = rest.prefix { (48...57).contains($0) }
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        let nine = digits.prefix(9).reduce(0) { $0 * 10 + Int($1) - 48 }
        return (digits.prefix(9).count..<9).reduce(nine) { value, _ in value * 10 }
    }

    mutating func takes(_ choices: Character...) -> Bool {
        guard let first = rest.first, choices.contains(where: { $0.asciiValue == first }) else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func sign() -> Int? { takes("+") ? 1 : takes("-") ? -1 : nil }
}
