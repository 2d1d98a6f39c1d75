import HTTPServing
import MediaDecoding
import PhotoLibrary
import Platform

/// Many small pictures in one answer, each sent once it is there: `/thumbnails/batch`.
struct ThumbnailBatchRoute: Sendable {
    /// Some screens full; more is asked for as the person scrolls.
    static let mostPictures = 500
    private static let bodyLimit = 64 << 10
    /// Pictures that are made or waited for at once: enough for all decoders, few enough to leave when the client does.
    static let madeAtOnce = 16

    let services: Services
    let details: AssetDetails

    func add(to router: inout Router) {
        let parameters = ThumbnailQuery.parameters.filter { $0 != "delivery" }
        router.on(
            .post, "/thumbnails/batch", query: parameters, produces: ["multipart/mixed"],
            consumes: ["application/json"], bodyLimit: Self.bodyLimit, access: .limited
        ) { request, _ throws(HTTPProblem) in
            let query = try ThumbnailQuery(request)
            let members = try JSONMembers(request.body, known: ["ids"])
            guard let ids = try members.assets("ids"), (1...Self.mostPictures).contains(ids.count) else {
                throw members.problem("ids", "a list of 1 to \(Self.mostPictures) ids of assets")
            }
            let services = services.scoped(to: request)
            return .now(response(ids, query, services))
        }
    }

    /// What became of one picture.
    fileprivate struct Part: Sendable {
        let id: AssetID
        let result: Result<RenderedImage, HTTPProblem>
    }

    private func response(_ ids: [AssetID], _ query: ThumbnailQuery, _ services: Services) -> HTTPResponse {
        let boundary = SecureHash.randomBytes(16).hexadecimalText
        let stream = HTTPBodyStream { writer in
            try await withThrowingTaskGroup(of: Part.self) { group in
                var rest = ids[...]
                func addNext() {
                    guard let id = rest.popFirst() else { return }
                    group.addTask { await part(id, query, services) }
                }
                for _ in 0..<Self.madeAtOnce { addNext() }
                while let part = try await group.next() {
                    try await writer.write(part.bytes(boundary))
                    addNext()
                }
            }
            try await writer.write(Array("--\(boundary)--\r\n".utf8))
        }
        var response = HTTPResponse(
            fields: ["Content-Type": "multipart/mixed; boundary=\(boundary)", "Cache-Control": "no-store"],
            body: .stream(stream))
        if query.isNegotiated { response.fields.addToList("Vary", "Accept") }
        return response
    }

    private func part(_ id: AssetID, _ query: ThumbnailQuery, _ services: Services) async -> Part {
        do throws(HTTPProblem) {
            let snapshot = services.library.snapshot
            let summary = try services.summary(named: "\(id)", in: snapshot)
            let detail = try await details.detail(of: summary, in: snapshot, services)
            let source = ThumbnailSource(detail: detail, services: services)
            return Part(id: id, result: .success(try await source.image(query.final, query.priority)))
        } catch {
            return Part(id: id, result: .failure(error))
        }
    }
}

extension ThumbnailBatchRoute.Part {
    /// The part with its head (RFC 2046, section 5.1).
    fileprivate func bytes(_ boundary: String) -> [UInt8] {
        let type: String
        let content: [UInt8]
        switch result {
        case .success(let image): (type, content) = (image.contentType, image.bytes)
        case .failure(let problem): (type, content) = ("application/problem+json", problem.json)
        }
        let head = """
            --\(boundary)\r
            Content-Type: \(type)\r
            Content-Length: \(content.count)\r
            Content-Location: /thumbnails/\(id)\r
            \r

            """
        return Array(head.utf8) + content + Array("\r\n".utf8)
    }
}
