import HTTPServing
import PhotoLibrary
import Platform

/// Lists of assets, and single ones: `/assets`, `/collections/{id}/assets`, `/assets/{id}`.
struct AssetRoutes: Sendable {
    let services: Services
    let details: AssetDetails

    func add(to router: inout Router) {
        router.on(.get, "/assets", query: FetchQuery.parameters + ["folder"], produces: ["application/json"]) {
            request, _ throws(HTTPProblem) in
            try page(.all, request)
        }
        router.on(.get, "/collections/{id}/assets", query: FetchQuery.parameters, produces: ["application/json"]) {
            request, parameters throws(HTTPProblem) in
            guard let collection = CollectionID(parameters["id"]) else { throw .noCollection }
            return try page(collection, request)
        }
        router.on(.get, "/assets/{id}", produces: ["application/json"]) { request, parameters throws(HTTPProblem) in
            try asset(parameters["id"], request)
        }
    }

    private func page(_ collection: CollectionID, _ request: HTTPRequest) throws(HTTPProblem) -> HTTPReply {
        let query = try FetchQuery(Parameters(request), collection: collection)
        let snapshot = services.library.snapshot
        if let result = snapshot.fetch(query.fetch) {
            if let response = HTTPResponse.notModified(at: snapshot, for: request) { return .now(response) }
            let page = AssetPage(result, query)
            if let found = details.cached(page.summaries, in: snapshot) {
                return .now(page.response(to: request, found, in: snapshot))
            }
            return .later { () async throws(HTTPProblem) in
                try await load(page, in: snapshot, for: request)
            }
        }
        return .later { () async throws(HTTPProblem) in
            let result = await services.library.fetch(query.fetch)
            guard let result else { throw .noCollection }
            let snapshot = services.library.snapshot
            return try await load(AssetPage(result, query), in: snapshot, for: request)
        }
    }

    private func load(
        _ page: AssetPage, in snapshot: LibrarySnapshot, for request: HTTPRequest
    ) async throws(HTTPProblem) -> HTTPResponse {
        let found = try await services.guarded { try await details.load(page.summaries, in: snapshot) }
        return page.response(to: request, found, in: snapshot)
    }

    private func asset(_ id: String, _ request: HTTPRequest) throws(HTTPProblem) -> HTTPReply {
        let snapshot = services.library.snapshot
        let summary = try snapshot.summary(named: id)
        if let detail = details.cached(summary, in: snapshot) { return .now(detail.response(to: request)) }
        return .later { () async throws(HTTPProblem) in
            try await details.detail(of: summary, in: snapshot, services).response(to: request)
        }
    }
}

extension AssetDetail {
    fileprivate func response(to request: HTTPRequest) -> HTTPResponse {
        var response = HTTPResponse(json: json)
        response.fields.append("Cache-Control", "no-cache")
        return response.evaluating(conditionsOf: request, etag: EntityTag("\(revision)-\(state.rawValue)"))
    }
}

extension AssetDetails {
    /// The details of one asset, from memory or the catalogue.
    /// - Throws: 404 where it has gone since.
    func detail(
        of summary: AssetSummary, in snapshot: LibrarySnapshot, _ services: Services
    ) async throws(HTTPProblem) -> AssetDetail {
        guard let detail = try await services.guarded({ try await load([summary], in: snapshot).first }) else {
            throw .noAsset
        }
        return detail
    }
}

extension LibrarySnapshot {
    /// What is known of the asset that a URL names.
    /// - Throws: 404 where there is none.
    func summary(named text: String) throws(HTTPProblem) -> AssetSummary {
        guard let id = AssetID(text), let summary = summary(of: id) else { throw .noAsset }
        return summary
    }
}

extension HTTPProblem {
    static var noAsset: HTTPProblem { .notFound("there is no asset of that id, or no longer") }
    static var noCollection: HTTPProblem { .notFound("there is no collection of that id, or no longer") }
}
