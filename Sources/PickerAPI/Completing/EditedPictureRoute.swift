import HTTPServing
import MediaDecoding
import PhotoLibrary
import Platform

/// A picked picture as the person wants it: `/selections/{id}/items/{asset}/edited`.
struct EditedPictureRoute: Sendable {
    let services: Services
    let details: AssetDetails

    func add(to router: inout Router) {
        router.on(
            .get, "/selections/{id}/items/{asset}/edited", query: ["v"], access: .selection, isSignable: true
        ) { request, parameters throws(HTTPProblem) in
            guard let id = SelectionID(parameters["id"]),
                let selection = services.selections.snapshot(of: id)?.selection
            else { throw .noSelection }
            guard let asset = AssetID(parameters["asset"]), let item = selection.item(of: asset) else {
                throw .notFound("the asset is not picked")
            }
            let tag = try Parameters(request).contentTag()
            let snapshot = services.library.snapshot
            let summary = try snapshot.summary(named: parameters["asset"])
            return .later { () async throws(HTTPProblem) in
                let detail = try await details.detail(of: summary, in: snapshot, services)
                return try await response(to: request, detail, item.edit, tag)
            }
        }
    }

    private func response(
        to request: HTTPRequest, _ detail: AssetDetail, _ edit: SelectionEdit, _ tag: String?
    ) async throws(HTTPProblem) -> HTTPResponse {
        if let tag, tag != detail.contentTag { throw .contentChanged }
        guard let picture = EditedPicture(of: detail, edit) else {
            throw .notFound("nothing was done to the picture, or it is none")
        }
        let image = try await ThumbnailSource(detail: detail, services: services).image(picture.request, .visible)
        let response = HTTPResponse(
            fields: [
                "Content-Type": image.contentType, "Cache-Control": "no-cache",
                "Content-Disposition": picture.filename.contentDisposition,
            ], body: .bytes(image.bytes))
        return response.evaluating(
            conditionsOf: request, etag: EntityTag("\(detail.contentTag)-\(picture.request.name)"))
    }
}

extension RenderRequest {
    /// Tells the edited forms of one content apart.
    fileprivate var name: String {
        let crop = crop.map { "\($0.left)-\($0.top)-\($0.width)-\($0.height)" } ?? "whole"
        return "\(crop)-\(turns)-\(format)"
    }
}
