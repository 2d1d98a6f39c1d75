import HTTPServing
import PhotoLibrary
import Platform

/// A window of a fetch result.
struct AssetPage: Sendable {
    let summaries: [AssetSummary]
    private let total: Int
    private let offset: Int
    private let version: Version
    /// The cursor behind the last asset, where more come.
    private let next: FetchCursor?

    init(_ result: FetchResult, _ query: FetchQuery) {
        offset =
            switch query.start {
            case .offset(let offset): offset
            case .after(let cursor): result.index(after: cursor)
            }
        let start = min(offset, result.count)
        let end = min(start + query.limit, result.count)
        summaries = result.summaries(in: start..<end)
        total = result.count
        version = result.version
        next = end > start && end < result.count ? result.cursor(after: end - 1) : nil
    }

    /// The page as a response, made of the details of its assets.
    func response(to request: HTTPRequest, _ details: [AssetDetail], at token: LibraryToken) -> HTTPResponse {
        let url = next.map { request.target(replacingStartWith: $0) }
        var writer = JSONWriter(capacity: details.reduce(256) { $0 + $1.json.count + 1 })
        writer.beginObject()
        writer.key("version")
        writer.value(version)
        writer.key("token")
        writer.value(token.description)
        writer.key("total")
        writer.value(total)
        writer.key("offset")
        writer.value(offset)
        writer.key("items")
        writer.beginArray()
        for detail in details { writer.raw(detail.json) }
        writer.endArray()
        writer.key("next")
        writer.value(url)
        writer.endObject()
        var response = HTTPResponse.json(writer.bytes, at: token, for: request)
        if let url, response.status == .ok { response.fields.append("Link", "<\(url)>; rel=\"next\"") }
        return response
    }
}

extension HTTPRequest {
    /// The same list from behind `cursor` on (RFC 3986, percent-encoded).
    fileprivate func target(replacingStartWith cursor: FetchCursor) -> String {
        var parts = query.filter { !["after", "offset", "settle"].contains($0.name) }.map {
            "\($0.name.percentEncoded)=\($0.value.percentEncoded)"
        }
        parts.append("after=\(cursor)")
        return "/" + path.map(\.percentEncoded).joined(separator: "/") + "?" + parts.joined(separator: "&")
    }
}
