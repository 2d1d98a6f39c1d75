/// Languages and the Accept-Language field (RFC 9110 section 12.5.4).
extension HTTPRequest {
    /// The one of these language tags that the client likes best by its Accept-Language, by lookup (RFC 4647 section
    /// 3.4): `de-CH` finds `de`. Nil where it likes none.
    /// - Parameter tags: in small letters; the first counts among equals.
    public func preferredLanguage(of tags: [String]) -> String? {
        guard fields.contains("Accept-Language") else { return nil }
        let ranges = QualityList(fields.values(of: "Accept-Language")).items.filter { $0.quality > 0 }
        // A stable order by falling quality: sorting by place where qualities are equal.
        let ordered = ranges.enumerated().sorted { ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset) }
        for (_, range) in ordered {
            if range.value == "*" { return tags.first }
            var subtags = range.value.split(separator: "-", omittingEmptySubsequences: false)
            while !subtags.isEmpty {
                let tag = subtags.joined(separator: "-")
                if tags.contains(tag) { return tag }
                subtags.removeLast()
                // A single letter or digit only introduces what followed it.
                if subtags.last?.utf8.count == 1 { subtags.removeLast() }
            }
        }
        return nil
    }
}
