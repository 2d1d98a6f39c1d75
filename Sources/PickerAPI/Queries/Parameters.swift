import HTTPServing
import PhotoLibrary

/// Named values that a client gave, in the query of a URL or as members of a message, read and checked.
struct Parameters: Sendable {
    /// Few enough for looking through them to be quicker than a dictionary.
    private let values: [(name: String, value: String)]

    init(_ values: [(name: String, value: String)]) { self.values = values }

    /// The query of a request, in which the router found no name twice.
    init(_ request: HTTPRequest) { values = request.query }

    /// The value as it was given; nil where it was not.
    subscript(name: String) -> String? {
        let length = name.utf8.count
        for index in values.indices where values[index].name.utf8.count == length && values[index].name == name {
            return values[index].value
        }
        return nil
    }

    /// A parameter as a whole number: digits only.
    /// - Throws: 400 that names the parameter.
    func number(_ name: String, in range: ClosedRange<Int>) throws(HTTPProblem) -> Int? {
        guard let text = self[name] else { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text),
            range.contains(number)
        else {
            throw .invalidParameter(
                name, "\(name): a whole number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\"")
        }
        return number
    }

    /// A parameter as the name that a client gave something of its own.
    /// - Throws: 400 that names the parameter.
    func name(_ name: String) throws(HTTPProblem) -> String? {
        guard let text = self[name] else { return nil }
        guard (1...64).contains(text.utf8.count),
            text.utf8.allSatisfy({
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
                    || $0 == 0x5F
            })
        else { throw .invalidParameter(name, "\(name): 1 to 64 letters, digits, - or _") }
        return text
    }

    /// A parameter as one of the words of a table.
    /// - Throws: 400 that names the parameter and the words.
    func word<Meaning>(_ name: String, of table: KeyValuePairs<String, Meaning>) throws(HTTPProblem) -> Meaning? {
        guard let text = self[name] else { return nil }
        guard let meaning = table.first(where: { $0.key == text })?.value else {
            throw .invalidParameter(
                name, "\(name): one of \(table.map(\.key).joined(separator: ", ")), not \"\(text)\"")
        }
        return meaning
    }

    /// A parameter as a length of time: digits with `s` or `ms` behind.
    /// - Throws: 400 that names the parameter.
    func duration(_ name: String, upTo longest: Duration) throws(HTTPProblem) -> Duration? {
        guard let text = self[name] else { return nil }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let units: [Substring: Int64] = ["s": 1000, "ms": 1]
        guard (1...9).contains(digits.utf8.count), let number = Int64(digits),
            let unit = units[text[digits.endIndex...]], .milliseconds(number * unit) <= longest
        else {
            throw .invalidParameter(
                name,
                "\(name): a length of time such as 1s or 500ms, up to \(longest.components.seconds)s, not \"\(text)\"")
        }
        return .milliseconds(number * unit)
    }

    /// A parameter as a token.
    /// - Throws: 400 that names the parameter.
    func token(_ name: String) throws(HTTPProblem) -> LibraryToken? {
        guard let text = self[name] else { return nil }
        guard let token = LibraryToken(text) else {
            throw .invalidParameter(name, "\(name): a token as an answer gave it, not \"\(text)\"")
        }
        return token
    }
}
