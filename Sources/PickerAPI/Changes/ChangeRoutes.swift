import HTTPServing
import PhotoLibrary
import Platform

/// The change feed, `/changes`: the same messages over a WebSocket, as an event stream, and by long poll.
struct ChangeRoutes: Sendable {
    static let subprotocol = "contactsheet.changes.v1"
    /// Longer than proxies usually wait for an answer.
    private static let longestWait = Duration.seconds(60)
    /// A comment this often keeps proxies from closing a quiet event stream.
    private static let heartbeat = Duration.seconds(15)
    /// The name of the only view of an event stream or a long poll.
    private static let viewName = "view"

    let messages: ChangeMessages
    private let status: StatusFeed

    init(services: Services, details: AssetDetails) {
        messages = ChangeMessages(services: services, details: details)
        status = StatusFeed(services: services)
    }

    func add(to router: inout Router) {
        router.on(
            .get, "/changes", query: ViewRequest.parameters + ["limit", "since", "wait"],
            produces: ["application/json", "text/event-stream"], access: .limited
        ) { request, _ throws(HTTPProblem) in
            if request.asksForWebSocket { return .upgrade(try upgrade(request)) }
            let parameters = Parameters(request)
            let view = try view(parameters, for: request)
            let since = try parameters.token("since")
            let token = since ?? request.lastEventID
            let wait = try parameters.duration("wait", upTo: Self.longestWait) ?? .zero
            if request.preferredType(of: ["application/json", "text/event-stream"]) == "text/event-stream" {
                return .later { () async throws(HTTPProblem) in try await stream(view, token) }
            }
            return .later { () async throws(HTTPProblem) in
                var view = view
                guard let token else { return .status(json: try await view.snapshot()) }
                return .status(json: try await poll(&view, token, wait))
            }
        }
    }

    private func view(_ parameters: Parameters, for request: HTTPRequest) throws(HTTPProblem) -> ObservedView {
        let window = try parameters.number("limit", in: 0...FetchQuery.largestLimit) ?? ChangeSession.standardWindow
        let messages = messages(for: request)
        return ObservedView(
            name: Self.viewName, request: try messages.services.view(parameters), window: window, messages: messages)
    }

    /// Messages as a request's caller may have them, in its language.
    private func messages(for request: HTTPRequest) -> ChangeMessages {
        var messages = messages
        messages.services = messages.services.scoped(to: request)
        messages.language = Language(request)
        return messages
    }

    private func upgrade(_ request: HTTPRequest) throws(HTTPProblem) -> WebSocketUpgrade {
        let messages = messages(for: request)
        return try WebSocketUpgrade(request, subprotocols: [Self.subprotocol]) { [status] socket in
            try await ChangeSession(socket: socket, messages: messages, status: status).run()
        }
    }

    private func poll(
        _ view: inout ObservedView, _ token: LibraryToken, _ wait: Duration
    ) async throws(HTTPProblem) -> [UInt8] {
        let deadline = ContinuousClock.now + wait
        var seen = view.news.version
        let first = try await view.resume(from: token)
        switch first.reason {
        case .tokenExpired:
            throw .gone(
                "token-expired", "the changes since this token are not known any more",
                snapshot: try await view.snapshot())
        case .unknownLibrary:
            throw .gone("unknown-library", "the token is one of another library", snapshot: try await view.snapshot())
        case .tooLarge, .viewGone: return first.message
        case nil: break
        }
        if !first.isEmpty { return first.message }
        while !Task.isCancelled, ContinuousClock.now < deadline {
            await view.news.wait(after: seen, until: deadline)
            seen = view.news.version
            if let message = try await view.update() { return message }
        }
        return try await view.idle(from: token)
    }

    /// - Throws: what the first message can't be made for; later the stream ends, and whoever comes back is told.
    private func stream(_ view: ObservedView, _ token: LibraryToken?) async throws(HTTPProblem) -> HTTPResponse {
        var view = view
        let seen = view.news.version
        let first = if let token { try await view.resume(from: token).message } else { try await view.snapshot() }
        let body = HTTPBodyStream { [view] writer in
            var (view, seen) = (view, seen)
            try await writer.write(Self.event(first, view))
            var heartbeat = ContinuousClock.now + Self.heartbeat
            while !Task.isCancelled {
                await view.news.wait(after: seen, until: heartbeat)
                seen = view.news.version
                // Commits that do not show in the view leave the stream as quiet as none.
                if let message = try await view.update() {
                    try await writer.write(Self.event(message, view))
                } else if ContinuousClock.now >= heartbeat {
                    try await writer.write(Array(":\n\n".utf8))
                } else {
                    continue
                }
                heartbeat = .now + Self.heartbeat
            }
        }
        return HTTPResponse(
            fields: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"], body: .stream(body))
    }

    /// One event: its name is the message's type, its id the token to resume from.
    private static func event(_ message: [UInt8], _ view: ObservedView) -> [UInt8] {
        let type = ["snapshot", "reload"].first { message.starts(with: "{\"type\":\"\($0)\"".utf8) } ?? "change"
        return Array("event: \(type)\nid: \(view.token)\ndata: ".utf8) + message + Array("\n\n".utf8)
    }
}

extension HTTPRequest {
    /// The token that an event stream's client saw last (HTML, `Last-Event-ID`); nil where the field can't be read.
    fileprivate var lastEventID: LibraryToken? { fields["Last-Event-ID"].flatMap { LibraryToken($0) } }
}
