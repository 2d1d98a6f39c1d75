import HTTPServing
import PhotoLibrary
import Platform

/// Tokens and what they allow: `/tokens`, `/session`, `/authorization`.
struct TokenRoutes: Sendable {
    /// The ids of all assets that a limited token may show, with room to spare.
    private static let bodyLimit = 1 << 20

    let services: Services

    func add(to router: inout Router) {
        let json = ["application/json"]
        router.on(.get, "/tokens", produces: json, access: .admin) { _, _ in
            .now(.status(json: Self.json(of: services.tokens.all)))
        }
        router.on(
            .post, "/tokens", produces: json, consumes: json, bodyLimit: Self.bodyLimit, access: .admin
        ) { request, _ throws(HTTPProblem) in
            let wish = try TokenWish(request.body)
            return .later { () async throws(HTTPProblem) in
                let made = try await services.guarded {
                    try await services.blocking.run {
                        try services.tokens.create(
                            name: wish.name, scope: wish.scope, lifetime: wish.lifetime, assets: wish.assets)
                    }
                }
                var response = HTTPResponse.status(json: Self.json(of: made.token, text: made.text))
                response.status = .created
                response.fields.append("Location", "/tokens/\(made.token.id)")
                return response
            }
        }
        router.on(
            .patch, "/tokens/{id}", produces: json, consumes: json, bodyLimit: Self.bodyLimit, access: .admin
        ) { request, parameters throws(HTTPProblem) in
            let change = try SubsetChange(request.body)
            let id = parameters["id"]
            return .later { () async throws(HTTPProblem) in
                let changed = try await services.guarded {
                    do {
                        return try await services.blocking.run { try services.tokens.limit(id, change.apply) }
                    } catch is TokenKeeper.TooManyAssets {
                        throw HTTPProblem.invalidField("add", "up to \(TokenKeeper.subsetLimit) assets in all")
                    }
                }
                guard let changed else { throw .notFound("there is no such limited token") }
                return .status(json: Self.json(of: changed, text: nil))
            }
        }
        router.on(.delete, "/tokens/{id}", access: .admin) { _, parameters in
            let id = parameters["id"]
            return .later { () async throws(HTTPProblem) in
                let isRevoked = try await services.guarded {
                    try await services.blocking.run { try services.tokens.revoke(id) }
                }
                guard isRevoked else { throw .notFound("there is no such token") }
                return HTTPResponse(.noContent)
            }
        }
        router.on(.post, "/session", access: .open) { request, _ throws(HTTPProblem) in
            guard let (text, _) = request.presentedToken, request.apiCaller != nil else {
                throw .unauthorized(isKnownWrong: request.presentedToken != nil)
            }
            return .now(Self.session(text, request))
        }
        router.on(.delete, "/session", access: .open) { request, _ in .now(Self.session(nil, request)) }
        router.on(.get, "/authorization", produces: json, access: .open) { request, _ in
            .now(.status(json: authorization(request)))
        }
    }

    private static func session(_ token: String?, _ request: HTTPRequest) -> HTTPResponse {
        HTTPResponse(
            .noContent,
            fields: ["Set-Cookie": SessionCookie.field(token, for: request), "Cache-Control": "no-store"])
    }

    /// PhotoKit's word for what the client may see; `openapi.yaml` says what each means.
    private func authorization(_ request: HTTPRequest) -> [UInt8] {
        let caller = request.apiCaller
        let status =
            switch caller {
            case .bearer(let token) where token.scope == .limited: "limited"
            case .bearer(let token): token.scope.allows(.read) ? "authorized" : "restricted"
            case .picker, .link: "limited"
            case nil:
                if services.isTokenRequired {
                    request.presentedToken == nil ? "notDetermined" : "denied"
                } else if request.presentedToken.map({ !$0.isCookie }) ?? false {
                    "denied"
                } else {
                    "authorized"
                }
            }
        var writer = JSONWriter(capacity: 128)
        writer.beginObject()
        writer.key("status")
        writer.value(status)
        writer.key("scope")
        writer.value(caller?.scopeName)
        writer.key("expires")
        writer.value(caller?.expiryDate?.rfc3339)
        writer.endObject()
        return writer.bytes
    }

    private static func json(of tokens: [AccessToken]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("tokens")
        writer.beginArray()
        for token in tokens { writer.raw(json(of: token, text: nil)) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    private static func json(of token: AccessToken, text: String?) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.key("id")
        writer.value(token.id)
        writer.key("name")
        writer.value(token.name)
        writer.key("scope")
        writer.value(token.scope.rawValue)
        writer.key("created")
        writer.value(token.createdDate.rfc3339)
        writer.key("expires")
        writer.value(token.expiryDate?.rfc3339)
        writer.key("assetCount")
        writer.value(token.scope == .limited ? token.assetIDs?.count ?? 0 : nil)
        if let text {
            writer.key("token")
            writer.value(text)
        }
        writer.endObject()
        return writer.bytes
    }
}

/// A token that a client asks to be made.
private struct TokenWish {
    let name: String
    let scope: TokenScope
    let lifetime: Duration?
    let assets: [AssetID]

    init(_ body: [UInt8]) throws(HTTPProblem) {
        let members = try JSONMembers(body, known: ["name", "scope", "expiresIn", "assets"])
        let longestLine = TokenKeeper.nameLimit * 4
        guard let name = try members.string("name", upTo: longestLine), TokenKeeper.isName(name) else {
            throw members.problem("name", "a line of 1 to \(TokenKeeper.nameLimit) characters")
        }
        guard let scope = try members.string("scope", upTo: longestLine).flatMap(TokenScope.init) else {
            let words = TokenScope.allCases.map(\.rawValue).joined(separator: ", ")
            throw members.problem("scope", "one of \(words)")
        }
        self.name = name
        self.scope = scope
        assets = try members.subset("assets") ?? []
        guard assets.isEmpty || scope == .limited else { throw members.problem("assets", "only of a limited token") }
        guard let text = try members.string("expiresIn", upTo: longestLine) else {
            lifetime = nil
            return
        }
        guard let lifetime = TokenLifetime.duration(text) else {
            throw members.problem("expiresIn", "a length of time such as 30d, 12h, 15m or 90s")
        }
        self.lifetime = lifetime
    }
}

/// What is to become of the assets that a limited token shows.
private struct SubsetChange {
    private let assets: [AssetID]?
    private let added: [AssetID]
    private let removed: [AssetID]

    init(_ body: [UInt8]) throws(HTTPProblem) {
        let members = try JSONMembers(body, known: ["assets", "add", "remove"])
        assets = try members.subset("assets")
        added = try members.subset("add") ?? []
        removed = try members.subset("remove") ?? []
    }

    @Sendable func apply(to subset: inout Set<AssetID>) {
        if let assets { subset = Set(assets) }
        subset.formUnion(added)
        subset.subtract(removed)
    }
}

extension JSONMembers {
    /// The ids of assets that a limited token may show.
    fileprivate func subset(_ name: String) throws(HTTPProblem) -> [AssetID]? {
        guard let ids = try assets(name) else { return nil }
        guard ids.count <= TokenKeeper.subsetLimit else {
            throw problem(name, "up to \(TokenKeeper.subsetLimit) ids of assets")
        }
        return ids
    }
}
