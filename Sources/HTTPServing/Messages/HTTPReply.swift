/// What a handler answers.
public enum HTTPReply: Sendable {
    /// The response is there. No task is made, nothing waits.
    case now(HTTPResponse)
    /// The work runs as a task off the event loop, and its response is sent once it is there.
    ///
    /// The task is cancelled when its client leaves.
    case later(@Sendable () async throws(HTTPProblem) -> HTTPResponse)
    /// The connection becomes a WebSocket.
    case upgrade(WebSocketUpgrade)
}
