/// Media types and the Accept field (RFC 9110 sections 8.3.1 and 12.5.1).
enum MediaType {
    /// `type/subtype` in small letters, without parameters.
    static func essence(of value: String) -> String {
        value.prefix { $0 != ";" }.trimmingSpaces.lowercased()
    }

    /// The first of those `types` that have the highest quality in `accept`; nil where none is acceptable.
    static func preferred(of types: [String], accept: QualityList) -> String? {
        var best: (type: String, quality: Int)?
        for type in types {
            let quality = Self.quality(of: type, in: accept)
            if quality > best?.quality ?? 0 { best = (type, quality) }
        }
        return best?.type
    }

    /// The quality that the most specific matching range gives.
    private static func quality(of type: String, in accept: QualityList) -> Int {
        let family = type.prefix { $0 != "/" } + "/*"
        for range in [type, String(family), "*/*"] {
            if let item = accept.items.first(where: { $0.value == range }) { return item.quality }
        }
        return 0
    }
}

extension HTTPRequest {
    /// The first of those `types` that the client likes best by its Accept; nil where Accept rules all out.
    public func preferredType(of types: [String]) -> String? {
        if !fields.contains("Accept") || fields.has("accept", equalTo: "*/*") { return types.first }
        let accept = QualityList(fields.values(of: "Accept"))
        return accept.items.isEmpty ? types.first : MediaType.preferred(of: types, accept: accept)
    }
}
