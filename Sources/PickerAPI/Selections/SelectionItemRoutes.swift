import HTTPServing
import PhotoLibrary
import Platform

/// The items of a selection: `/selections/{id}/items`.
struct SelectionItemRoutes: Sendable {
    let services: Services
    let details: AssetDetails

    private var keeper: SelectionKeeper { services.selections }

    func add(to router: inout Router) {
        router.on(
            .get, "/selections/{id}/items", query: ["limit", "offset", "at"], produces: ["application/json"],
            access: .selection
        ) { request, parameters throws(HTTPProblem) in
            let query = Parameters(request)
            let limit = try query.number("limit", in: 1...FetchQuery.largestLimit) ?? FetchQuery.standardLimit
            let offset = try query.number("offset", in: 0...FetchQuery.largestOffset) ?? 0
            let selection = try selection(parameters["id"], request)
            return .later { () async throws(HTTPProblem) in
                try await page(of: selection, from: offset, limit: limit)
            }
        }
        router.on(
            .post, "/selections/{id}/items", produces: ["application/json"], consumes: ["application/json"],
            bodyLimit: SelectionRoutes.bodyLimit, access: .selection
        ) { request, parameters throws(HTTPProblem) in
            guard let id = SelectionID(parameters["id"]), let now = keeper.snapshot(of: id) else {
                throw .noSelection
            }
            let commands = try SelectionCommand.read(request.body, now.selection.rules.fetch)
            return .later { () async throws(HTTPProblem) in try await take(commands, for: id, request) }
        }
    }

    private func take(
        _ commands: [SelectionCommand], for id: SelectionID, _ request: HTTPRequest
    ) async throws(HTTPProblem) -> HTTPResponse {
        var actions: [SelectionAction] = []
        for command in commands { actions.append(try await command.resolved(in: services)) }
        let receipt = try await services.guarded(request) {
            try await keeper.take(.items(actions), for: id, if: SelectionRoutes.condition(of: request))
        }
        var response = HTTPResponse.status(json: Self.json(of: receipt))
        response.fields.append("ETag", EntityTag("\(receipt.selection.version)").description)
        return response
    }

    /// What a step did: how the selection is, and of its items those that were touched.
    private static func json(of receipt: SelectionReceipt) -> [UInt8] {
        let selection = receipt.selection
        let transitions = receipt.change?.transitions ?? []
        var writer = JSONWriter()
        writer.beginObject()
        writer.members(of: selection)
        writer.key("items")
        writer.beginArray()
        for transition in transitions {
            if let item = transition.after { writer.value(item, in: selection) }
        }
        writer.endArray()
        writer.key("removed")
        writer.beginArray()
        for transition in transitions where transition.after == nil {
            writer.value(transition.before?.assetID.description)
        }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    /// The selection that a page is of, as it was at the token `at` where there is one.
    private func selection(_ name: String, _ request: HTTPRequest) throws(HTTPProblem) -> Selection {
        guard let id = SelectionID(name), let now = keeper.snapshot(of: id) else { throw .noSelection }
        guard let token = try Parameters(request).token("at") else { return now.selection }
        guard token == id.token(token.version) else {
            throw .gone("unknown-library", "the token is none of this selection")
        }
        guard let past = now.selection(at: token.version) else {
            throw .gone("token-expired", "the items of that token are not known any more")
        }
        return past
    }

    /// What was kept of a completed selection's items.
    private func facts(
        of items: [SelectionItem], in id: SelectionID
    ) async throws(HTTPProblem) -> [AssetID: SelectionFacts] {
        let kept = try await services.guarded { try await keeper.facts(of: id, items.map(\.assetID)) }
        return kept.compactMapValues(SelectionFacts.init(decoding:))
    }

    private func page(
        of selection: Selection, from offset: Int, limit: Int
    ) async throws(HTTPProblem) -> HTTPResponse {
        let start = min(offset, selection.itemCount)
        let items = selection.items(in: start..<(start + limit))
        let token = selection.id.token(selection.version)
        let next = start + items.count
        let url =
            next < selection.itemCount
            ? "/selections/\(selection.id)/items?limit=\(limit)&offset=\(next)&at=\(token)" : nil
        let isCompleted = selection.state == .completed
        let assets = isCompleted ? [:] : try await services.assetJSON(of: items, details)
        let kept = isCompleted ? try await facts(of: items, in: selection.id) : [:]
        var writer = JSONWriter(capacity: 256 + 1024 * items.count)
        writer.beginObject()
        writer.key("version")
        writer.value(selection.version)
        writer.key("token")
        writer.value(token.description)
        writer.key("total")
        writer.value(selection.itemCount)
        writer.key("offset")
        writer.value(offset)
        writer.key("items")
        writer.beginArray()
        for item in items {
            if let facts = kept[item.assetID] {
                writer.value(item, in: selection, facts, services.tokens.signer)
            } else {
                writer.value(item, in: selection, asset: assets[item.assetID])
            }
        }
        writer.endArray()
        writer.key("next")
        writer.value(url)
        writer.endObject()
        var response = HTTPResponse.status(json: writer.bytes)
        if let url { response.fields.append("Link", "<\(url)>; rel=\"next\"") }
        return response
    }
}

extension Services {
    /// What is known of items' assets now, as JSON; those that are not there are left out.
    func assetJSON(
        of items: [SelectionItem], _ details: AssetDetails
    ) async throws(HTTPProblem) -> [AssetID: [UInt8]] {
        let snapshot = library.snapshot
        let summaries = items.compactMap { snapshot.summary(of: $0.assetID) }
        let found: [AssetDetail]
        if let cached = details.cached(summaries, in: snapshot) {
            found = cached
        } else {
            found = try await guarded { try await details.load(summaries, in: snapshot) }
        }
        return Dictionary(found.map { ($0.id, $0.json) }, uniquingKeysWith: { first, _ in first })
    }
}
