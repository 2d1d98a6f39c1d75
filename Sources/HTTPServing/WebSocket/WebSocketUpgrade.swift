/// A handshake that was found valid (RFC 6455 section 4.2), with what is to be done on the WebSocket.
public struct WebSocketUpgrade: Sendable {
    /// Talks to one client, as a task of its own, which is cancelled when the WebSocket closes.
    ///
    /// When it ends, the WebSocket is closed with 1000, or 1011 where it throws, unless it is closing already.
    public typealias Handler = @Sendable (WebSocket) async throws -> Void

    /// The subprotocol that was agreed on.
    public let subprotocol: String?
    let accept: String
    var handler: Handler

    /// Checks a handshake.
    /// - Parameter subprotocols: those that the handler speaks; a client may offer none, but not only others.
    /// - Throws: 426 where the request is no handshake of version 13, 400 where it is malformed.
    public init(
        _ request: HTTPRequest, subprotocols: [String] = [], handler: @escaping Handler
    ) throws(HTTPProblem) {
        let handshake = try WebSocketHandshake(request)
        subprotocol = try handshake.subprotocol(among: subprotocols)
        accept = handshake.accept
        self.handler = handler
    }

    /// The 101 that begins the WebSocket.
    var response: HTTPResponse {
        var response = HTTPResponse(
            101, fields: ["Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": accept])
        if let subprotocol { response.fields.append("Sec-WebSocket-Protocol", subprotocol) }
        return response
    }
}

extension HTTPRequest {
    /// Whether the client asks for a WebSocket, be it in the right way or not.
    public var asksForWebSocket: Bool { WebSocketHandshake.names("websocket", in: fields.values(of: "Upgrade")) }
}
