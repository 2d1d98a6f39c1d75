/// A server's end of an open WebSocket. Copies are the same one; any task may use them.
///
/// Nothing queues: a message that comes is read only after the handler has asked for it, and what follows it only
/// after the handler asks again, so answers come before the answer to a close frame; a message that goes waits in its
/// sender until the socket has taken the one before.
public struct WebSocket: Sendable {
    let worker: Worker
    let token: UInt64
    /// The subprotocol that was agreed on.
    public let subprotocol: String?

    /// The next message; nil once the WebSocket closes, or the calling task is cancelled.
    ///
    /// One task at a time may wait for messages.
    public func receive() async -> WebSocketMessage? {
        let worker = self.worker
        let token = self.token
        return await withTaskCancellationHandler {
            await worker.receive(from: token)
        } onCancel: {
            Task { await worker.stopReceiving(from: token) }
        }
    }

    /// Sends a message, and returns when the socket has taken all of it and all that was sent before.
    public func send(_ message: WebSocketMessage) async throws(ConnectionClosed) {
        guard await worker.send(message, to: token) else { throw ConnectionClosed() }
    }

    /// Waits until the socket has taken all that was sent: the moment to make the next message, from the newest state.
    public func waitUntilDrained() async throws(ConnectionClosed) {
        guard await worker.drained(token) else { throw ConnectionClosed() }
    }

    /// Begins the closing handshake (RFC 6455 section 7.1.2): nothing can be sent any more, and nothing is received.
    /// - Parameter reason: words for the client's log; cut to what a close frame holds.
    public func close(_ code: WebSocketCloseCode, reason: String = "") async {
        await worker.close(token, code, reason: reason)
    }
}
