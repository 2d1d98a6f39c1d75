/// Turns what cameras write into texts, dates and places. Pure: bytes and strings in, values out.
enum MetadataText {
    /// The longest text that is kept, in Unicode scalars: a caption of two pages.
    static let longest = 4000

    /// The text of `bytes`: UTF-8, or Latin-1 where they are not; without NUL, control characters and the blanks around
    /// it. Nil where nothing is left.
    static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        let whole = String(validating: bytes, as: UTF8.self)
        let text = whole ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        return clean(text)
    }

    /// The text without control characters and the blanks around it; nil where nothing is left.
    static func clean(_ text: String) -> String? {
        var scalars = Array(text.unicodeScalars.prefix(longest))
        if scalars.contains(where: isControl) { scalars.removeAll(where: isControl) }
        while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
        let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.count
        guard start < scalars.count else { return nil }
        return String(String.UnicodeScalarView(scalars[start...]))
    }

    /// The positive number that `a/b` or `a` says.
    static func rational(_ text: String) -> Double? {
        let parts = text.split(separator: "/").map { Double($0) }
        guard let top = parts.first ?? nil, parts.count <= 2, let bottom = parts.count == 2 ? parts[1] : 1, top > 0,
            bottom > 0
        else { return nil }
        return top / bottom
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        (scalar.value < 0x20 && scalar != "\n" && scalar != "\t") || (0x7F...0x9F).contains(scalar.value)
    }
}
