import HTTPServing
import PhotoLibrary
import Platform

/// Selections: `/selections`, `/selections/{id}`, and how they end.
struct SelectionRoutes: Sendable {
    /// The content of a request: thousands of ids, with room to spare.
    static let bodyLimit = 1 << 20
    /// How long a selection's own token holds after it has ended by itself, in seconds: long enough to see that.
    private static let tokenGrace = 24 * 60 * 60
    /// A page of selections.
    static let standardLimit = 100

    private static let states: KeyValuePairs<String, SelectionState> = [
        "open": .open, "completed": .completed, "cancelled": .cancelled, "expired": .expired,
    ]

    let services: Services
    let details: AssetDetails

    private var keeper: SelectionKeeper { services.selections }

    func add(to router: inout Router) {
        let json = ["application/json"]
        router.on(.post, "/selections", produces: json, consumes: json, bodyLimit: Self.bodyLimit) {
            request, _ throws(HTTPProblem) in
            let input = try SelectionInput(
                creating: request.body, now: .now, allowsPrivate: services.callbacks.allowsPrivate)
            return .later { () async throws(HTTPProblem) in try await create(input, for: request) }
        }
        router.on(.get, "/selections", query: ["state", "limit", "offset"], produces: json, access: .write) {
            request, _ throws(HTTPProblem) in .now(try list(request))
        }
        router.on(.get, "/selections/{id}", produces: json, access: .selection) {
            request, parameters throws(HTTPProblem) in
            .now(Self.response(try snapshot(parameters).selection, for: request))
        }
        router.on(
            .patch, "/selections/{id}", produces: json, consumes: ["application/merge-patch+json", "application/json"],
            bodyLimit: Self.bodyLimit
        ) { request, parameters throws(HTTPProblem) in
            let change = try SelectionInput.change(
                patching: request.body, now: .now, allowsPrivate: services.callbacks.allowsPrivate)
            return try take(.terms(change), request, parameters)
        }
        router.on(.delete, "/selections/{id}") { request, parameters throws(HTTPProblem) in
            let id = try id(parameters)
            return .later { () async throws(HTTPProblem) in
                try await guarded(request) { try await keeper.delete(id, if: Self.condition(of: request)) }
                return HTTPResponse(.noContent)
            }
        }
        router.on(.post, "/selections/{id}/complete", query: ["withoutGone"], produces: json, access: .selection) {
            request, parameters throws(HTTPProblem) in
            let withoutGone = try Parameters(request).word("withoutGone", of: ["true": true, "false": false])
            let id = try id(parameters)
            return .later { () async throws(HTTPProblem) in
                try await complete(id, withoutGone: withoutGone ?? false, request)
            }
        }
        router.on(.post, "/selections/{id}/cancel", produces: json, access: .selection) {
            request, parameters throws(HTTPProblem) in
            try take(.cancel, request, parameters)
        }
        SelectionItemRoutes(services: services, details: details).add(to: &router)
        EditedPictureRoute(services: services, details: details).add(to: &router)
        CallbackRoutes(services: services).add(to: &router)
    }

    private func id(_ parameters: RouteParameters) throws(HTTPProblem) -> SelectionID {
        guard let id = SelectionID(parameters["id"]) else { throw .noSelection }
        return id
    }

    private func snapshot(_ parameters: RouteParameters) throws(HTTPProblem) -> SelectionSnapshot {
        guard let snapshot = keeper.snapshot(of: try id(parameters)) else { throw .noSelection }
        return snapshot
    }

    private func create(_ input: SelectionInput, for request: HTTPRequest) async throws(HTTPProblem) -> HTTPResponse {
        let selection = try await guarded(request) { try await keeper.create(input.rules, input.terms) }
        // Nobody has to pick in a selection that has ended.
        let end = selection.terms.expiryDate ?? selection.createdDate
        let secrets = SelectionSecrets(
            callback: CallbackSignature.text(ofSecret: selection.secret),
            token: services.tokens.token(for: selection.id, expires: end.adding(seconds: Self.tokenGrace)))
        var response = Self.response(selection, secrets, for: request)
        response.status = .created
        response.fields.append("Location", "/selections/\(selection.id)")
        return response
    }

    private func take(
        _ step: SelectionStep, _ request: HTTPRequest, _ parameters: RouteParameters
    ) throws(HTTPProblem) -> HTTPReply {
        let id = try id(parameters)
        return .later { () async throws(HTTPProblem) in
            let receipt = try await guarded(request) {
                try await keeper.take(step, for: id, if: Self.condition(of: request))
            }
            return Self.response(receipt.selection, for: request)
        }
    }

    /// Completes a selection, and keeps what is known of its assets at that very version.
    private func complete(
        _ id: SelectionID, withoutGone: Bool, _ request: HTTPRequest
    ) async throws(HTTPProblem) -> HTTPResponse {
        let isExpected = Self.condition(of: request)
        while true {
            guard let selection = keeper.snapshot(of: id)?.selection else { throw .noSelection }
            let facts = selection.state == .open ? try await facts(of: selection) : [:]
            let receipt: SelectionReceipt? = try await guarded(request) {
                do {
                    return try await keeper.take(.complete(withoutGone: withoutGone, facts: facts), for: id) {
                        isExpected($0) && $0 == selection.version
                    }
                } catch let refused as SelectionRefused
                    where refused.refusal == .stale && isExpected(refused.selection?.version ?? 0)
                {
                    // Somebody picked meanwhile.
                    return nil
                }
            }
            if let receipt { return Self.response(receipt.selection, for: request) }
        }
    }

    private func facts(of selection: Selection) async throws(HTTPProblem) -> [AssetID: [UInt8]] {
        let items = selection.items(in: 0..<selection.itemCount)
        let snapshot = services.library.snapshot
        let summaries = items.compactMap { snapshot.summary(of: $0.assetID) }
        let found = try await services.guarded { try await details.load(summaries, in: snapshot) }
        let edits = Dictionary(items.map { ($0.assetID, $0.edit) }, uniquingKeysWith: { first, _ in first })
        var facts: [AssetID: [UInt8]] = [:]
        for detail in found {
            facts[detail.id] = SelectionFacts(detail, edits[detail.id] ?? SelectionEdit(), in: selection.id).encoded
        }
        return facts
    }

    private func list(_ request: HTTPRequest) throws(HTTPProblem) -> HTTPResponse {
        let parameters = Parameters(request)
        let state = try parameters.word("state", of: Self.states)
        let limit = try parameters.number("limit", in: 1...FetchQuery.largestLimit) ?? Self.standardLimit
        let offset = try parameters.number("offset", in: 0...FetchQuery.largestOffset) ?? 0
        let found = keeper.all.filter { state == nil || $0.state == state }
        let page = found.dropFirst(offset).prefix(limit)
        let next =
            offset + page.count < found.count
            ? "/selections?" + (state.map { "state=\($0.name)&" } ?? "")
                + "limit=\(limit)&offset=\(offset + page.count)"
            : nil
        var writer = JSONWriter(capacity: 256 + 1024 * page.count)
        writer.beginObject()
        writer.key("total")
        writer.value(found.count)
        writer.key("offset")
        writer.value(offset)
        writer.key("items")
        writer.beginArray()
        for selection in page { writer.value(selection) }
        writer.endArray()
        writer.key("next")
        writer.value(next)
        writer.endObject()
        var response = HTTPResponse.status(json: writer.bytes)
        if let next { response.fields.append("Link", "<\(next)>; rel=\"next\"") }
        return response
    }

    /// A selection with its version as its entity tag.
    private static func response(
        _ selection: Selection, _ secrets: SelectionSecrets? = nil, for request: HTTPRequest
    ) -> HTTPResponse {
        var writer = JSONWriter(capacity: 1024)
        writer.value(selection, secrets)
        var response = HTTPResponse(json: writer.bytes)
        response.fields.append("Cache-Control", "no-cache")
        let tag = EntityTag("\(selection.version)")
        if request.method == .get || request.method == .head {
            return response.evaluating(conditionsOf: request, etag: tag)
        }
        response.fields.append("ETag", tag.description)
        return response
    }

    /// Whether a version is the one that the request is meant for, by its If-Match.
    static func condition(of request: HTTPRequest) -> @Sendable (Version) -> Bool {
        guard request.fields.contains("If-Match") else { return { _ in true } }
        return { request.precondition(etag: EntityTag("\($0)")) != .failed }
    }

    private func guarded<Success>(
        _ request: HTTPRequest, _ work: () async throws -> Success
    ) async throws(HTTPProblem) -> Success {
        try await services.guarded(request, work)
    }
}

extension Services {
    /// Runs a step of a selection, and turns refusals into problems.
    func guarded<Success>(
        _ request: HTTPRequest, _ work: () async throws -> Success
    ) async throws(HTTPProblem) -> Success {
        try await guarded {
            do {
                return try await work()
            } catch let refused as SelectionRefused {
                throw HTTPProblem(refused, for: request)
            } catch let fault as SelectionRules.Fault {
                throw HTTPProblem.invalidField(fault.rule, fault.detail)
            }
        }
    }
}
