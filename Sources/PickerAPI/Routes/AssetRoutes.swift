import HTTPServing
import PhotoLibrary
import Platform

/// Lists of assets, and single ones: `/assets`, `/collections/{id}/assets`, `/assets/{id}`.
struct AssetRoutes: Sendable {
    let services: Services
    let details: AssetDetails

    func add(to router: inout Router) {
        let parameters = FetchQuery.parameters + ["at", "settle"]
        router.on(.get, "/assets", query: parameters + ["folder"], produces: ["application/json"], access: .limited) {
            request, _ throws(HTTPProblem) in
            try settled(request) { routes throws(HTTPProblem) in try routes.page(.all, request) }
        }
        router.on(.get, "/collections/{id}/assets", query: parameters, produces: ["application/json"], access: .limited)
        {
            request, parameters throws(HTTPProblem) in
            guard let collection = CollectionID(parameters["id"]) else { throw .noCollection }
            return try settled(request) { routes throws(HTTPProblem) in try routes.page(collection, request) }
        }
        router.on(.get, "/assets/{id}", query: ["settle"], produces: ["application/json"], access: .limited) {
            request, parameters throws(HTTPProblem) in
            try settled(request) { routes throws(HTTPProblem) in try routes.asset(parameters["id"], request) }
        }
    }

    /// Answers as for the request's caller.
    private func settled(
        _ request: HTTPRequest, _ answer: @escaping @Sendable (AssetRoutes) throws(HTTPProblem) -> HTTPReply
    ) throws(HTTPProblem) -> HTTPReply {
        let routes = AssetRoutes(services: services.scoped(to: request), details: details)
        return try services.settled(request) { () throws(HTTPProblem) in try answer(routes) }
    }

    private func page(_ collection: CollectionID, _ request: HTTPRequest) throws(HTTPProblem) -> HTTPReply {
        let parameters = Parameters(request)
        let query = try FetchQuery(parameters, collection: collection)
        let snapshot = services.library.snapshot
        let present = services.token(snapshot.version)
        let fetch = services.narrowing(query.fetch)
        if let token = try parameters.token("at"), token != present {
            return .later { () async throws(HTTPProblem) in try await page(query, at: token, for: request) }
        }
        if let result = snapshot.fetch(fetch) {
            if let response = HTTPResponse.notModified(at: present, for: request) { return .now(response) }
            let page = AssetPage(result, query)
            if let found = details.cached(page.summaries, in: snapshot) {
                return .now(page.response(to: request, found, at: present))
            }
            return .later { () async throws(HTTPProblem) in
                try await load(page, in: snapshot, for: request, at: present)
            }
        }
        return .later { () async throws(HTTPProblem) in
            guard let result = await services.library.fetch(fetch) else { throw .noCollection }
            let snapshot = services.library.snapshot
            return try await load(
                AssetPage(result, query), in: snapshot, for: request,
                at: services.token(result.version))
        }
    }

    /// A page of the list as it was.
    private func page(
        _ query: FetchQuery, at token: LibraryToken, for request: HTTPRequest
    ) async throws(HTTPProblem) -> HTTPResponse {
        let snapshot = services.library.snapshot
        let result = try await services.fetch(services.narrowing(query.fetch), at: token)
        return try await load(AssetPage(result, query), in: snapshot, for: request, at: token)
    }

    private func load(
        _ page: AssetPage, in snapshot: LibrarySnapshot, for request: HTTPRequest, at token: LibraryToken
    ) async throws(HTTPProblem) -> HTTPResponse {
        let found = try await services.guarded { try await details.load(page.summaries, in: snapshot) }
        return page.response(to: request, found, at: token)
    }

    private func asset(_ id: String, _ request: HTTPRequest) throws(HTTPProblem) -> HTTPReply {
        let snapshot = services.library.snapshot
        let summary = try services.summary(named: id, in: snapshot)
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
    /// What is known of the asset that a URL names: for a member of a group, of the asset that is shown for it.
    /// - Throws: 404 where there is none.
    func summary(named text: String) throws(HTTPProblem) -> AssetSummary {
        guard let id = AssetID(text), let summary = summary(of: owner(of: id) ?? id) else { throw .noAsset }
        return summary
    }
}

extension HTTPProblem {
    /// 410: what a token stands for is not known any more.
    static func gone(_ kind: String, _ detail: String, snapshot: [UInt8]? = nil) -> HTTPProblem {
        HTTPProblem(
            410, kind, "Begin anew", detail: detail, members: snapshot.map { [("snapshot", .json($0))] } ?? [])
    }

    static var noAsset: HTTPProblem { .notFound("there is no asset of that id, or no longer") }
    static var noCollection: HTTPProblem { .notFound("there is no collection of that id, or no longer") }
}
