import HTTPServing
import PhotoLibrary
import Platform

/// Which evidence gave each answer about an asset: `/assets/{id}/explain`.
struct ExplainRoute: Sendable {
    let services: Services

    func add(to router: inout Router) {
        router.on(.get, "/assets/{id}/explain", produces: ["application/json"]) {
            request, parameters throws(HTTPProblem) in
            let snapshot = services.library.snapshot
            let summary = try snapshot.summary(named: parameters["id"])
            return .later { () async throws(HTTPProblem) in
                let found = try await services.guarded { try await services.library.assets([summary.id]) }
                guard let asset = found.first else { throw .noAsset }
                var writer = JSONWriter(capacity: 1024)
                writer.explanation(of: asset)
                return .json(writer.bytes, at: snapshot.token, for: request)
            }
        }
    }
}
