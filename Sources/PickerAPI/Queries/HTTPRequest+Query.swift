import HTTPServing

extension HTTPRequest {
    /// A query parameter as a whole number: digits only.
    /// - Throws: 400 that names the parameter.
    func number(_ name: String, in range: ClosedRange<Int>) throws(HTTPProblem) -> Int? {
        guard let text = queryValue(name) else { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text),
            range.contains(number)
        else {
            throw .invalidParameter(
                name, "\(name): a whole number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\"")
        }
        return number
    }

    /// A query parameter as one of the words of a table.
    /// - Throws: 400 that names the parameter and the words.
    func word<Meaning>(_ name: String, of table: KeyValuePairs<String, Meaning>) throws(HTTPProblem) -> Meaning? {
        guard let text = queryValue(name) else { return nil }
        guard let meaning = table.first(where: { $0.key == text })?.value else {
            throw .invalidParameter(
                name, "\(name): one of \(table.map(\.key).joined(separator: ", ")), not \"\(text)\"")
        }
        return meaning
    }
}
