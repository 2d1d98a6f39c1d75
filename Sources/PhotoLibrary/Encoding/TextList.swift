/// Several texts in one blob: their number, then length and UTF-8 of each.
enum TextList {
    /// Writes texts; nil for none.
    static func encode(_ texts: [String]) -> [UInt8]? {
        if texts.isEmpty { return nil }
        var writer = ByteWriter()
        writer.number(Int64(texts.count))
        for text in texts { writer.string(Array(text.utf8)) }
        return writer.bytes
    }

    /// Reads texts, as many as there are.
    static func decode(_ bytes: [UInt8]) -> [String] {
        var reader = ByteReader(bytes)
        var texts: [String] = []
        guard let count = try? reader.number() else { return [] }
        while Int64(texts.count) < count, let text = try? reader.string() {
            texts.append(String(decoding: text, as: UTF8.self))
        }
        return texts
    }
}
