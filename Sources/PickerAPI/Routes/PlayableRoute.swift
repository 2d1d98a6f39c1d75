import HTTPServing
import MediaDecoding
import PhotoLibrary
import Platform

/// An asset's video in a form that browsers play: `/assets/{id}/playable`.
struct PlayableRoute: Sendable {
    /// As long as a long poll.
    private static let longestWait = Duration.seconds(60)

    let services: Services
    let details: AssetDetails

    func add(to router: inout Router) {
        router.on(.get, "/assets/{id}/playable", query: ["wait"], access: .limited, isSignable: true) {
            request, parameters throws(HTTPProblem) in
            let wait = try Parameters(request).duration("wait", upTo: Self.longestWait) ?? .zero
            let snapshot = services.library.snapshot
            let summary = try services.scoped(to: request).summary(named: parameters["id"], in: snapshot)
            return .later { () async throws(HTTPProblem) in
                let detail = try await details.detail(of: summary, in: snapshot, services)
                guard let video = detail.video else { throw .notFound("the asset has no video that can be played") }
                guard let source = video.source(services) else {
                    guard detail.state != .offline else { throw .offline }
                    return try await services.bytes(of: video.resource, for: request)
                }
                return try await response(to: request, source, waiting: wait, isOffline: detail.state == .offline)
            }
        }
    }

    private func response(
        to request: HTTPRequest, _ source: PlayableSource, waiting time: Duration, isOffline: Bool
    ) async throws(HTTPProblem) -> HTTPResponse {
        do throws(DecodeFailure) {
            switch try await services.playables.playable(source, waiting: time) {
            case .making(let progress): return .making(progress, at: request)
            case .ready(let file):
                guard let length = try? file.descriptor.status().stamp.size else {
                    throw DecodeFailure(.unreadable, "")
                }
                let response = HTTPResponse(
                    fields: ["Content-Type": "video/mp4", "Cache-Control": "no-cache"],
                    body: .file(FileBody(file, length: length)))
                return
                    response
                    .evaluating(conditionsOf: request, etag: EntityTag(source.contentTag + "-playable"))
                    .selectingRange(of: request)
            }
        } catch {
            throw isOffline ? .offline : error.problem
        }
    }
}

extension HTTPResponse {
    /// 202: it is being made, and so much of it, 0 to 1, is.
    fileprivate static func making(_ progress: Double, at request: HTTPRequest) -> HTTPResponse {
        var writer = JSONWriter(capacity: 64)
        writer.beginObject()
        writer.key("state")
        writer.value("making")
        writer.key("progress")
        writer.value((progress * 1000).rounded() / 1000)
        writer.endObject()
        var response = HTTPResponse(.accepted, json: writer.bytes)
        response.fields.append("Location", request.target)
        response.fields.append("Retry-After", "1")
        response.fields.append("Cache-Control", "no-store")
        return response
    }
}

extension DecodeFailure {
    fileprivate var problem: HTTPProblem {
        switch code {
        case .overloaded, .cancelled: .overloaded(detail)
        case .unreadable:
            HTTPProblem(
                503, "unreadable-file", "Unreadable file", detail: "the file can't be read now",
                fields: ["Retry-After": "10"])
        default:
            HTTPProblem(
                422, "not-playable", "Nothing playable can be made", detail: detail,
                members: [("code", .string(code.rawValue))])
        }
    }
}
