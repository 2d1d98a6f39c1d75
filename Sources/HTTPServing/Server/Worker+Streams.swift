extension Worker {
    /// Sends a piece of a stream, and waits until the socket has taken it.
    /// - Returns: whether the connection is still open.
    func write(_ piece: HTTPBody, to token: UInt64) async -> Bool {
        update(token) { $0.writeStream(piece) }
        return await drained(token)
    }

    /// Sends a message once the socket has taken all before it, and waits until it has taken this one.
    /// - Returns: whether the WebSocket is still open.
    func send(_ message: WebSocketMessage, to token: UInt64) async -> Bool {
        guard await drained(token) else { return false }
        guard update(token, { $0.send(message) }) == true else { return false }
        return await drained(token)
    }

    /// Waits for a WebSocket's next message.
    func receive(from token: UInt64) async -> WebSocketMessage? {
        await withCheckedContinuation { receiver in
            if Task.isCancelled || !isOpen(token) { return receiver.resume(returning: nil) }
            update(token) { $0.receive(into: receiver) }
        }
    }

    /// Lets the task go on that waits for a message.
    func stopReceiving(from token: UInt64) { update(token) { $0.webSocket?.endReceiving() } }

    /// Begins the closing handshake of a WebSocket.
    func close(_ token: UInt64, _ code: WebSocketCloseCode, reason: String) {
        update(token) { $0.closeWebSocket(code, reason: reason) }
    }
}
