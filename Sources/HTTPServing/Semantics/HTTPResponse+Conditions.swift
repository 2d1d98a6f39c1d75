public import Platform

extension HTTPResponse {
    /// This response, or the 304 or 412 that the request's conditions ask for instead.
    /// - Parameters:
    ///   - etag: becomes the ETag field; nil: the response's own ETag field counts.
    ///   - lastModified: becomes the Last-Modified field, unless it lies in the future; nil: the response's own counts.
    public consuming func evaluating(
        conditionsOf request: HTTPRequest, etag: EntityTag? = nil, lastModified: Timestamp? = nil
    ) -> HTTPResponse {
        var response = self
        if let etag { response.fields["ETag"] = etag.description }
        if let lastModified, lastModified <= .now { response.fields["Last-Modified"] = lastModified.httpDate }
        guard request.hasConditions, (200..<300).contains(response.status.code) else { return response }
        let tag = etag ?? response.fields["ETag"].flatMap(EntityTag.init(parsing:))
        let modified = lastModified ?? response.fields["Last-Modified"].flatMap(HTTPDate.parse)
        switch request.precondition(etag: tag, lastModified: modified) {
        case .proceed: return response
        case .notModified: return response.notModified
        case .failed: return HTTPResponse(HTTPProblem.preconditionFailed)
        }
    }

    /// The 304 of this response, with the fields that a cache needs (RFC 9110 section 15.4.5).
    private var notModified: HTTPResponse {
        var result = HTTPResponse(.notModified)
        for name in ["Cache-Control", "Content-Location", "ETag", "Expires", "Last-Modified", "Link", "Vary"] {
            if let value = fields[name] { result.fields.append(name, value) }
        }
        if isCompressible { result.fields.addToList("Vary", "Accept-Encoding") }
        return result
    }
}

extension HTTPProblem {
    /// 412: the representation is not the one that the request's conditions name.
    public static var preconditionFailed: HTTPProblem {
        HTTPProblem(
            412, "precondition-failed", "Precondition failed",
            detail: "The resource has changed, or is not the one that the request's conditions name")
    }

    /// 413: the content is longer than the resource takes.
    static func contentTooLarge(limit: Int) -> HTTPProblem {
        HTTPProblem(
            413, "content-too-large", "Content too large",
            detail: limit == 0 ? "this resource takes no content" : "this resource takes up to \(limit) bytes",
            members: [("limit", .integer(limit))])
    }
}
