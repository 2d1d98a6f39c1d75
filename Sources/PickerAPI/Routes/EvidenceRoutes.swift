import HTTPServing
import MediaDecoding
import PhotoLibrary
import Platform

/// Why an asset says what it says, and reading its file again: `/assets/{id}/explain`, `/assets/{id}/refresh`.
struct EvidenceRoutes: Sendable {
    let services: Services
    let details: AssetDetails

    func add(to router: inout Router) {
        router.on(.get, "/assets/{id}/explain", produces: ["application/json"], access: .limited) {
            request, parameters throws(HTTPProblem) in
            let services = services.scoped(to: request)
            let id = try services.summary(named: parameters["id"], in: services.library.snapshot).id
            return .later { () async throws(HTTPProblem) in try await explain(id) }
        }
        router.on(.post, "/assets/{id}/refresh", produces: ["application/json"]) {
            request, parameters throws(HTTPProblem) in
            let snapshot = services.library.snapshot
            let summary = try snapshot.summary(named: parameters["id"])
            guard snapshot.state(of: summary) != .offline else { throw .offline }
            guard services.status().isDataFolderWritable else { throw .insufficientStorage }
            return .later { () async throws(HTTPProblem) in
                try await services.guarded { try await services.refresh(summary.id) }
                let snapshot = services.library.snapshot
                let summary = try snapshot.summary(named: parameters["id"])
                return .status(json: try await details.detail(of: summary, in: snapshot, services).json)
            }
        }
    }

    private func explain(_ id: AssetID) async throws(HTTPProblem) -> HTTPResponse {
        guard let asset = try await services.guarded({ try await services.library.assets([id]).first }) else {
            throw .noAsset
        }
        // What is listed and not read has neither a type nor a problem.
        let sidecars = asset.resources.filter {
            $0.kind == .sidecar && ($0.contentType != nil || $0.state == .unreadable)
        }
        let files = ([asset.primary] + sidecars).map { resource in
            MediaFile(name: resource.filename.description) { () throws(SystemError) in
                try services.openFile(resource.folderID, resource.filename)
            }
        }
        let results = await services.decoder.metadata(of: files)
        let said = zip(sidecars.map(\.filename.description), results.dropFirst()).map { ($0, $1) }
        let result = results.first.map { MediaMetadata.combine($0, said) }
        var writer = JSONWriter(capacity: 2048)
        writer.explanation(of: asset, result)
        return .status(json: writer.bytes)
    }
}
