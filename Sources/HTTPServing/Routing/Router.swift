/// All routes: finds the one that answers a request, or says with which status nobody does.
public struct Router: Sendable {
    /// What is to be done with a request whose head is there.
    enum Admission: Sendable {
        /// The route answers, once the content is there.
        case route(Int, RouteParameters)
        /// The answer is known already.
        case answer(HTTPResponse)
    }

    /// Every route, in the order that they were added.
    public private(set) var routes: [Route] = []
    private let cors: CORSPolicy?
    private var tree = RouteTree()

    private let guardian: RouteGuardian?

    /// Makes a router without routes; without a policy, no page of another origin may read the answers, and without a
    /// guardian everybody may ask for everything.
    public init(cors: CORSPolicy? = nil, guardian: RouteGuardian? = nil) {
        self.cors = cors
        self.guardian = guardian
    }

    /// Adds a route. Traps on a malformed template and on a second route of the same method and template.
    public mutating func add(_ route: Route) {
        tree.insert(route.method, route.template, route: routes.count)
        routes.append(route)
    }

    /// Adds a route; see `Route` for what the parameters mean.
    public mutating func on(
        _ method: HTTPMethod, _ template: String, query: [String] = [], produces: [String] = [],
        consumes: [String] = [], bodyLimit: Int = 0, access: RouteAccess? = nil, isSignable: Bool = false,
        handler: @escaping Route.Handler
    ) {
        add(
            Route(
                method, template, query: query, produces: produces, consumes: consumes, bodyLimit: bodyLimit,
                access: access, isSignable: isSignable, handler: handler))
    }

    /// Answers a request whose content is all there, as the server would, but for what belongs to a connection.
    public func respond(to request: HTTPRequest) async -> HTTPResponse {
        let response: HTTPResponse
        do throws(HTTPProblem) {
            let framing: RequestFraming = request.body.isEmpty ? .none : .length(request.body.count)
            switch try admit(request, framing: framing) {
            case .answer(let answer): response = answer
            case .route(let route, let parameters):
                switch try reply(to: request, route, parameters) {
                case .now(let answer): response = answer
                case .later(let work): response = try await work()
                case .upgrade(let upgrade):
                    try checkOrigin(of: request)
                    return upgrade.response
                }
            }
        } catch {
            response = HTTPResponse(error)
        }
        return finish(response, for: request)
    }

    /// Finds the route, and checks all that can be checked before the content is read.
    func admit(_ request: HTTPRequest, framing: RequestFraming) throws(HTTPProblem) -> Admission {
        if request.path.first == RequestTarget.asterisk, request.target == RequestTarget.asterisk {
            return .answer(HTTPResponse(.noContent))
        }
        guard let leaf = tree.leaf(of: request.path) else { throw .notFound() }
        guard let index = route(of: request.method, in: leaf) else {
            let allow = tree.leaves[leaf].allow
            guard request.method == .options else { throw .methodNotAllowed(request.method, allow: allow) }
            return .answer(options(request, allow: allow))
        }
        let route = routes[index]
        let parameters = RouteParameters(positions: tree.leaves[leaf].positions, path: request.path)
        if let guardian { _ = try guardian(request, route, parameters) }
        if ![.get, .head, .options].contains(request.method), !request.fields.contains("Authorization") {
            try checkOrigin(of: request)
        }
        try check(framing, of: request, against: route)
        if !request.query.isEmpty { try check(request.query, against: route.allQuery) }
        if !route.produces.isEmpty, request.preferredType(of: route.produces) == nil {
            throw HTTPProblem(
                406, "not-acceptable", "Not acceptable",
                detail: "this resource is \(route.produces.joined(separator: " or ")), which Accept rules out",
                members: [("available", .strings(route.produces))])
        }
        return .route(index, parameters)
    }

    /// Has a route answer a request whose content is all there.
    func reply(
        to request: HTTPRequest, _ index: Int, _ parameters: RouteParameters
    ) throws(HTTPProblem) -> HTTPReply {
        let route = routes[index]
        guard let guardian else { return try route.handler(request, parameters) }
        let permit = try guardian(request, route, parameters)
        var request = request
        request.caller = permit.caller
        let reply = try route.handler(request, parameters)
        guard permit.ended != nil else { return reply }
        let asked = request
        return reply.ending(with: permit) { () throws(HTTPProblem) in
            _ = try guardian(asked, route, parameters)
        }
    }

    /// Adds what every response of this router carries.
    func finish(_ response: HTTPResponse, for request: HTTPRequest?) -> HTTPResponse {
        guard let cors else { return response }
        return cors.applied(to: response, for: request)
    }

    /// Refuses what a page of a stranger's site does in somebody's browser without asking: opening a WebSocket (RFC 6455
    /// section 10.2), changing things with the browser's cookies or on its own machine. 403 unless there is no Origin, it
    /// is the server's own, or the policy lets it read.
    func checkOrigin(of request: HTTPRequest) throws(HTTPProblem) {
        guard let origin = request.fields["Origin"], !(cors?.allows(origin) ?? false) else { return }
        let authority = origin.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2)
        guard authority.count == 1, authority.first?.lowercased() == request.fields["Host"]?.lowercased() else {
            throw HTTPProblem(
                403, "foreign-origin", "Foreign origin", detail: "pages of \(origin) may not do this")
        }
    }

    private func route(of method: HTTPMethod, in leaf: Int) -> Int? {
        let routes = tree.leaves[leaf].routes
        for route in routes where route.method == method { return route.route }
        return method == .head ? routes.first { $0.method == .get }?.route : nil
    }

    private func options(_ request: HTTPRequest, allow: String) -> HTTPResponse {
        var response = HTTPResponse(.noContent, fields: ["Allow": allow])
        cors?.addPreflight(to: &response, for: request, allow: allow)
        return response
    }

    private func check(
        _ framing: RequestFraming, of request: HTTPRequest, against route: Route
    ) throws(HTTPProblem) {
        switch framing {
        case .none:
            let expectsContent = request.method == .post || request.method == .put || request.method == .patch
            guard route.bodyLimit == 0 || !expectsContent else {
                throw HTTPProblem(
                    411, "length-required", "Length required", detail: "send Content-Length or chunked content")
            }
            return
        case .length(let length):
            guard length <= route.bodyLimit else { throw .contentTooLarge(limit: route.bodyLimit) }
            if length == 0 { return }
        case .chunked:
            if route.bodyLimit == 0 { return }
        }
        guard !route.consumes.isEmpty else { return }
        guard let type = request.contentType, route.consumes.contains(type) else {
            throw HTTPProblem(
                415, "unsupported-media-type", "Unsupported media type",
                detail: "this resource takes \(route.consumes.joined(separator: " or "))",
                fields: [request.method == .patch ? "Accept-Patch" : "Accept": route.consumes.joined(separator: ", ")])
        }
    }

    private func check(_ query: [(name: String, value: String)], against known: [String]) throws(HTTPProblem) {
        for (index, item) in query.enumerated() {
            guard known.contains(item.name) else { throw .unknownParameter(item.name, known: known) }
            if query[..<index].contains(where: { $0.name == item.name }) { throw .repeatedParameter(item.name) }
        }
    }
}
