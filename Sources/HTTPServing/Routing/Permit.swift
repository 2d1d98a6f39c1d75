/// The permission to have a request answered.
public struct Permit: Sendable {
    /// Who asks, for the handler; nil for anybody.
    public let caller: (any Sendable)?
    /// Waits until the permission ends, or the task is cancelled; nil where it never does.
    let ended: (@Sendable () async -> Void)?

    /// Makes a permission.
    public init(caller: (any Sendable)? = nil, ended: (@Sendable () async -> Void)? = nil) {
        self.caller = caller
        self.ended = ended
    }
}

/// Says who may have what: permits a request, or refuses it with 401 or 403. Runs on an event loop.
public typealias RouteGuardian =
    @Sendable (HTTPRequest, Route, RouteParameters) throws(HTTPProblem) -> Permit

extension HTTPReply {
    /// The same reply, of which nothing goes on once the permission has ended: streams end, WebSockets close with 1008.
    /// - Parameter check: tells by throwing that the permission has ended.
    func ending(
        with permit: Permit, check: @escaping @Sendable () throws(HTTPProblem) -> Void
    ) -> HTTPReply {
        guard let ended = permit.ended else { return self }
        switch self {
        case .now(let response): return .now(response.ending(when: ended))
        case .later(let work):
            return .later { () async throws(HTTPProblem) in
                let response = try await work()
                try check()
                return response.ending(when: ended)
            }
        case .upgrade(var upgrade):
            let handler = upgrade.handler
            upgrade.handler = { socket in
                try await withThrowingTaskGroup { group in
                    group.addTask { try await handler(socket) }
                    group.addTask {
                        await ended()
                        if !Task.isCancelled {
                            await socket.close(.policyViolation, reason: "the token does not hold any more")
                        }
                    }
                    defer { group.cancelAll() }
                    try await group.next()
                }
            }
            return .upgrade(upgrade)
        }
    }
}

extension HTTPResponse {
    fileprivate func ending(when ended: @escaping @Sendable () async -> Void) -> HTTPResponse {
        guard case .stream(let stream) = body else { return self }
        var response = self
        response.body = .stream(
            HTTPBodyStream { writer in
                let send = writer.send
                try await withThrowingTaskGroup { group in
                    group.addTask { try await stream.producer(HTTPBodyWriter(send)) }
                    group.addTask { await ended() }
                    defer { group.cancelAll() }
                    try await group.next()
                }
            })
        return response
    }
}
