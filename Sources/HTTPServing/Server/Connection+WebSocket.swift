import Platform

extension Connection {
    /// Answers a handshake, and has the WebSocket served by a task, whose end closes it.
    func open(_ upgrade: WebSocketUpgrade, _ request: HTTPRequest) {
        do throws(HTTPProblem) {
            try context.router.checkOrigin(of: request)
        } catch {
            return respond(context.router.finish(HTTPResponse(error), for: request), to: request)
        }
        webSocket = WebSocketSession(limits: context.limits.webSocket, now: context.now)
        respond(upgrade.response, to: request)
        let worker = context.worker
        let token = self.token
        let log = context.log
        task = Task { @concurrent in
            var code = WebSocketCloseCode.normal
            do {
                try await upgrade.handler(
                    WebSocket(worker: worker, token: token, subprotocol: upgrade.subprotocol))
            } catch {
                if !(error is ConnectionClosed) {
                    log.error("a WebSocket's handler failed", ["cause": "\(error)"])
                    code = .internalError
                }
            }
            await worker.close(token, code, reason: "")
        }
    }

    /// Reads what came.
    /// - Returns: how much of it was read.
    func receive(_ bytes: Span<UInt8>, on session: WebSocketSession) -> Int {
        let count = session.receive(bytes)
        flush(session)
        return count
    }

    /// Sends a message.
    /// - Returns: whether the WebSocket is open.
    func send(_ message: WebSocketMessage) -> Bool {
        guard let webSocket, !webSocket.isClosing else { return false }
        context.metrics.contentBytes += message.bytes.count
        webSocket.framing.send(message)
        flush(webSocket)
        proceed()
        return !isClosed
    }

    /// Hands the next message to a task.
    func receive(into receiver: CheckedContinuation<WebSocketMessage?, Never>) {
        guard let webSocket else { return receiver.resume(returning: nil) }
        webSocket.wait(receiver)
        proceed()
    }

    /// Begins the closing handshake, unless it has begun.
    func closeWebSocket(_ code: WebSocketCloseCode, reason: String) {
        guard let webSocket, !webSocket.isClosing else { return }
        webSocket.close(code, reason: reason, now: context.now)
        flush(webSocket)
        proceed()
    }

    /// Pings, or ends a WebSocket whose client is gone.
    /// - Returns: whether it has been ended.
    func keepAlive(_ session: WebSocketSession) -> Bool {
        switch session.expire(now: context.now, isDrained: outbox.isEmpty) {
        case .nothing: return false
        case .ping:
            flush(session)
            proceed()
            return false
        case .drop:
            close()
            return true
        }
    }

    /// Sends what the frames have made; after the last of them the connection ends as after a last response.
    private func flush(_ session: WebSocketSession) {
        write(.bytes(session.framing.takeOutput()))
        if session.isClosing { task?.cancel() }
        guard session.isOver else { return }
        webSocket = nil
        state.closeAfterResponse()
        state.responded(now: context.now)
    }
}
