import HTTPServing
import MediaDecoding
import PhotoLibrary
import Platform

/// Small pictures of assets: `/thumbnails/{id}`.
struct ThumbnailRoute: Sendable {
    /// A picker's largest preview; more is what the original is for.
    static let largestSide = 4096
    /// A cell of a picker's grid on a dense screen.
    static let standardSide = 256

    private static let modes: KeyValuePairs<String, RenderRequest.ContentMode> = [
        "aspectFit": .aspectFit, "aspectFill": .aspectFill,
    ]
    private static let formats: KeyValuePairs<String, RenderRequest.Format> = [
        "jpeg": .jpeg, "webp": .webp, "avif": .avif,
    ]

    let services: Services
    let details: AssetDetails

    func add(to router: inout Router) {
        router.on(.get, "/thumbnails/{id}", query: ["w", "h", "mode", "format", "v"]) {
            request, parameters throws(HTTPProblem) in
            try thumbnail(parameters["id"], request)
        }
    }

    private func thumbnail(_ id: String, _ request: HTTPRequest) throws(HTTPProblem) -> HTTPReply {
        let given = Parameters(request)
        let render = try Self.renderRequest(given)
        let tag = try Self.contentTag(given)
        let snapshot = services.library.snapshot
        let summary = try snapshot.summary(named: id)
        if let detail = details.cached(summary, in: snapshot),
            let image = services.thumbnails.cached(ThumbnailKey(contentTag: detail.contentTag, request: render))
        {
            return .now(image.response(to: request, isPinned: tag == detail.contentTag, detail))
        }
        return .later { () async throws(HTTPProblem) in
            let detail = try await details.detail(of: summary, in: snapshot, services)
            let image = try await self.image(of: detail, render)
            return image.response(to: request, isPinned: tag == detail.contentTag, detail)
        }
    }

    private func image(of detail: AssetDetail, _ render: RenderRequest) async throws(HTTPProblem) -> RenderedImage {
        if detail.state == .unreadable, let problem = detail.shown.problems.first {
            throw .noPicture(problem.code, problem.detail)
        }
        let resource = detail.shown
        let file = MediaFile(name: "\(detail.id) \(resource.filename)") { () throws(SystemError) in
            try services.openFile(resource.folderID, resource.filename)
        }
        do throws(DecodeFailure) {
            let key = ThumbnailKey(contentTag: detail.contentTag, request: render)
            return try await services.thumbnails.thumbnail(for: key) { () async throws(DecodeFailure) in
                try await services.decoder.render(file, render)
            }
        } catch {
            throw detail.state == .offline ? .offline : error.problem
        }
    }

    private static func renderRequest(_ parameters: Parameters) throws(HTTPProblem) -> RenderRequest {
        let width = try parameters.number("w", in: 1...largestSide)
        let height = try parameters.number("h", in: 1...largestSide)
        let mode = try parameters.word("mode", of: modes)
        let format = try parameters.word("format", of: formats)
        return RenderRequest(
            size: PixelSize(
                width: width ?? height ?? standardSide, height: height ?? width ?? standardSide),
            mode: mode ?? .aspectFit, format: format ?? .jpeg)
    }

    private static func contentTag(_ parameters: Parameters) throws(HTTPProblem) -> String? {
        guard let tag = parameters["v"] else { return nil }
        let isPlain =
            (1...64).contains(tag.utf8.count)
            && tag.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2D || $0 == 0x5F
            }
        guard isPlain else { throw .invalidParameter("v", "v: a tag as thumbnailURL gives it") }
        return tag
    }
}

extension RenderedImage {
    /// - Parameter isPinned: whether the URL names this very content, so that its answer never changes.
    fileprivate func response(
        to request: HTTPRequest, isPinned: Bool, _ detail: AssetDetail
    ) -> HTTPResponse {
        let isFinal = isPinned && !isPartial
        let response = HTTPResponse(
            fields: [
                "Content-Type": contentType,
                "Cache-Control": isFinal ? "public, max-age=31536000, immutable" : "no-cache",
            ], body: .bytes(bytes))
        return response.evaluating(
            conditionsOf: request, etag: isPartial ? EntityTag(detail.contentTag + "-partial") : detail.thumbnailTag)
    }
}

extension DecodeFailure {
    fileprivate var problem: HTTPProblem {
        switch code {
        case .overloaded, .cancelled: .overloaded(detail)
        case .unreadable:
            HTTPProblem(
                503, "unreadable-file", "Unreadable file", detail: detail, fields: ["Retry-After": "10"])
        default: .noPicture(code.rawValue, detail)
        }
    }
}

extension HTTPProblem {
    /// 422: no picture can be made of the asset.
    static func noPicture(_ code: String, _ detail: String) -> HTTPProblem {
        HTTPProblem(422, "no-picture", "No picture can be made", detail: detail, members: [("code", .string(code))])
    }
}
