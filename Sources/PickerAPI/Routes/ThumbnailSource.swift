import HTTPServing
import MediaDecoding
import PhotoLibrary
import Platform

/// One asset as thumbnails are made of it.
struct ThumbnailSource: Sendable {
    let detail: AssetDetail
    let services: Services

    /// Names a picture of it.
    func key(_ render: RenderRequest) -> ThumbnailKey { detail.key(render) }

    /// Gives a picture of it, made where it is not there yet.
    func image(_ render: RenderRequest, _ priority: RenderPriority) async throws(HTTPProblem) -> RenderedImage {
        if detail.state == .unreadable, let problem = detail.shown.problems.first {
            throw .noPicture(problem.code, problem.detail)
        }
        do throws(DecodeFailure) {
            return try await services.thumbnails.thumbnail(for: key(render), priority, render: maker(render))
        } catch {
            throw detail.state == .offline ? .offline : error.problem
        }
    }

    /// Begins to make a picture that somebody will ask for soon.
    func prepare(_ render: RenderRequest) {
        guard detail.state != .unreadable else { return }
        services.thumbnails.prepare(key(render), render: maker(render))
    }

    private func maker(_ render: RenderRequest) -> ThumbnailService.Render {
        let resource = detail.movingFile(render) ?? detail.shown
        let services = services
        let pixelCount = detail.pixelSize.map { $0.width * $0.height } ?? 0
        let file = MediaFile(name: "\(detail.id) \(resource.filename)", pixelCount: pixelCount) {
            () throws(SystemError) in
            try services.openFile(resource.folderID, resource.filename)
        }
        return { ticket async throws(DecodeFailure) in
            try await services.decoder.render(file, render, ticket)
        }
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
