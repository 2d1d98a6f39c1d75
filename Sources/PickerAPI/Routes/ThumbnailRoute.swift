import HTTPServing
import MediaDecoding
import PhotoLibrary
import Platform

/// Small pictures of assets: `/thumbnails/{id}`.
struct ThumbnailRoute: Sendable {
    let services: Services
    let details: AssetDetails
    private let requests = ThumbnailRequests()

    init(services: Services, details: AssetDetails) {
        self.services = services
        self.details = details
    }

    func add(to router: inout Router) {
        router.on(
            .get, "/thumbnails/{id}", query: ThumbnailQuery.parameters + ["v", "request"], access: .limited,
            isSignable: true
        ) {
            request, parameters throws(HTTPProblem) in
            try thumbnail(parameters["id"], request)
        }
        router.on(.delete, "/thumbnails/requests/{request}", access: .limited) {
            request, parameters throws(HTTPProblem) in
            guard requests.cancel(request.key(parameters["request"])) else {
                throw .notFound("no request of this name is under way")
            }
            return .now(HTTPResponse(.noContent))
        }
    }

    private func thumbnail(_ id: String, _ request: HTTPRequest) throws(HTTPProblem) -> HTTPReply {
        let query = try ThumbnailQuery(request)
        let parameters = Parameters(request)
        let tag = try parameters.contentTag()
        let name = try parameters.name("request")
        let snapshot = services.library.snapshot
        let summary = try services.summary(named: id, in: snapshot, for: request)
        if let detail = details.cached(summary, in: snapshot) {
            let key = detail.key(query.final)
            if let image = services.thumbnails.cached(key) {
                return .now(image.response(to: request, query, key, pinnedTo: tag, detail))
            }
        }
        let work: ThumbnailRequests.Work = { () async throws(HTTPProblem) in
            let detail = try await details.detail(of: summary, in: snapshot, services)
            let source = ThumbnailSource(detail: detail, services: services)
            if query.delivery != .highQuality {
                return try await quickest(source, request, query, pinnedTo: tag)
            }
            let image = try await source.image(query.final, query.priority)
            return image.response(to: request, query, source.key(query.final), pinnedTo: tag, detail)
        }
        guard let name else { return .later(work) }
        let key = request.key(name)
        return .later { () async throws(HTTPProblem) in try await requests.run(key, work) }
    }

    /// The best that is there, or is there in a moment.
    private func quickest(
        _ source: ThumbnailSource, _ request: HTTPRequest, _ query: ThumbnailQuery, pinnedTo tag: String?
    ) async throws(HTTPProblem) -> HTTPResponse {
        let key = source.key(query.final)
        if let image = await services.thumbnails.stored([key]) {
            return image.response(to: request, query, key, pinnedTo: tag, source.detail)
        }
        if query.delivery == .opportunistic { source.prepare(query.final) }
        if let image = await services.thumbnails.stored((query.smaller + [query.draft]).map(source.key)) {
            return image.degradedResponse(to: request, query)
        }
        return try await source.image(query.draft, query.priority).degradedResponse(to: request, query)
    }
}

extension RenderedImage {
    /// - Parameter pinned: the content that the URL names, so that its answer never changes; nil where it names none.
    fileprivate func response(
        to request: HTTPRequest, _ query: ThumbnailQuery, _ key: ThumbnailKey, pinnedTo pinned: String?,
        _ detail: AssetDetail
    ) -> HTTPResponse {
        let isFinal = pinned == key.contentTag && !isPartial
        let kind = Int(format.rawValue) * 4 + (isFinal ? 2 : 0) + (query.isNegotiated ? 1 : 0)
        return HTTPResponse(fields: Self.kinds[kind], body: .bytes(bytes))
            .evaluating(conditionsOf: request, etag: tag(key, detail))
    }

    /// The fields of every kind of answer, made once: format by format, those that may change first, of each those whose
    /// format was named first.
    private static let kinds: [HTTPFields] = RenderRequest.Format.allCases.flatMap { format in
        ["no-cache", "public, max-age=31536000, immutable"].flatMap { caching in
            let fields: HTTPFields = ["Content-Type": format.contentType, "Cache-Control": caching]
            var negotiated = fields
            negotiated.append("Vary", "Accept")
            return [fields, negotiated]
        }
    }

    private func tag(_ key: ThumbnailKey, _ detail: AssetDetail) -> EntityTag {
        if !isPartial, format == .jpeg, key.contentTag == detail.contentTag { return detail.thumbnailTag }
        return EntityTag(key.contentTag + (isPartial ? "-partial" : "") + (format == .jpeg ? "" : "-\(format)"))
    }

    /// The answer while there is nothing better, which says where the better one will be.
    fileprivate func degradedResponse(to request: HTTPRequest, _ query: ThumbnailQuery) -> HTTPResponse {
        var response = HTTPResponse(
            fields: [
                "Content-Type": contentType, "Cache-Control": "no-store", "Thumbnail-Degraded": "true",
                "Link": "<\(Self.finalTarget(request.target))>; rel=\"canonical\"",
            ], body: .bytes(bytes))
        if query.isNegotiated { response.fields.addToList("Vary", "Accept") }
        return response
    }

    /// The target without what made the answer come early.
    private static func finalTarget(_ target: String) -> String {
        guard let mark = target.firstIndex(of: "?") else { return target }
        let kept = target[target.index(after: mark)...].split(separator: "&").filter { !$0.hasPrefix("delivery=") }
        return target[..<mark] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
    }
}
