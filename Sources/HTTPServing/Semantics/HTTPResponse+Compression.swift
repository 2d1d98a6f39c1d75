extension HTTPResponse {
    /// Below this a response fits one packet anyway.
    static let minimumCompressibleBytes = 1024
    /// Up to this gzip takes under a millisecond, so that it may run on an event loop; longer ones are compressed in a
    /// task.
    static let maximumInlineCompressionBytes = 32 * 1024
    /// Beyond this the memory for both copies is not worth what is saved.
    static let maximumCompressibleBytes = 16 * 1024 * 1024

    /// Whether gzip would make the response shorter: text of some length, whole, in no coding yet.
    var isCompressible: Bool {
        guard case .bytes(let bytes) = body, bytes.count >= Self.minimumCompressibleBytes,
            bytes.count <= Self.maximumCompressibleBytes, status.code != 206,
            fields.firstValue(of: "content-encoding") == nil,
            let type = fields.firstValue(of: "content-type")
        else { return false }
        let essence = type.prefix { $0 != UInt8(ascii: ";") }.trimmingSpaces
        if essence.starts(with: "image/".utf8) { return essence.elementsEqual("image/svg+xml".utf8) }
        return essence.starts(with: "text/".utf8) || essence.hasSuffix("json") || essence.hasSuffix("yaml")
            || essence.hasSuffix("javascript") || essence.hasSuffix("xml")
    }

    /// Compresses the content if the client takes gzip, and says in any case that the answer depends on it.
    ///
    /// A compressed response's ETag is weak: it has the same meaning as the plain one, but other bytes.
    mutating func compress(for request: HTTPRequest) {
        guard case .bytes(let bytes) = body else { return }
        fields.addToList("Vary", "Accept-Encoding")
        guard request.acceptsGzip, let compressed = Gzip.compress(bytes), compressed.count < bytes.count else { return }
        body = .bytes(compressed)
        fields["Content-Encoding"] = "gzip"
        fields.remove("Accept-Ranges")
        if let tag = fields["ETag"].flatMap(EntityTag.init(parsing:)) { fields["ETag"] = tag.weakened.description }
    }
}

extension HTTPRequest {
    /// Whether Accept-Encoding allows gzip (RFC 9110 section 12.5.3).
    var acceptsGzip: Bool {
        guard fields.firstValue(of: "accept-encoding") != nil else { return false }
        let codings = QualityList(fields.values(of: "Accept-Encoding"))
        for name in ["gzip", "x-gzip", "*"] {
            if let coding = codings.items.first(where: { $0.value == name }) { return coding.quality > 0 }
        }
        return false
    }
}

extension ArraySlice<UInt8> {
    fileprivate func hasSuffix(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { suffix($0.count).elementsEqual($0) }
    }
}
