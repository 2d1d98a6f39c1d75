import Platform

/// One open WebSocket without its socket: whom its messages go to, and until when it waits. Confined to its loop.
///
/// ```
///  open ──close(_:)──▶ closing ──their close frame──▶ over
///    └──their close frame, or a broken rule──────────▶
/// ```
final class WebSocketSession {
    /// What the passing of time asks for.
    enum Expiry {
        case nothing
        /// Send a ping.
        case ping
        /// End the connection: the client is gone, or does not close.
        case drop
    }

    let framing: WebSocketFraming
    private let limits: WebSocketLimits
    private var receiver: CheckedContinuation<WebSocketMessage?, Never>?
    /// Whether the handler works on the last message, whose answer must go before anything else is read.
    private var isHandling = false
    private var lastPing: MonotonicTime
    /// Whether nothing has come since the last ping.
    private var awaitsPong = false
    private var closingSince: MonotonicTime?

    /// Makes the session of a WebSocket that has just been opened.
    init(limits: WebSocketLimits, now: MonotonicTime) {
        framing = WebSocketFraming(limits: limits)
        self.limits = limits
        lastPing = now
    }

    /// Whether bytes that come are to be read.
    var isReading: Bool { framing.wantsInput && framing.message == nil && (!isHandling || isClosing) }

    /// Whether no message can be sent any more.
    var isClosing: Bool { framing.hasSentClose || !framing.wantsInput }

    /// Whether both sides have said their last.
    var isOver: Bool { framing.hasSentClose && !framing.wantsInput }

    /// Reads what came.
    /// - Returns: how many of the bytes were read.
    func receive(_ bytes: Span<UInt8>) -> Int {
        awaitsPong = false
        let count = framing.receive(bytes)
        deliver()
        return count
    }

    /// Hands the next message to `receiver`, or keeps it until there is one; nil where none will come.
    func wait(_ receiver: CheckedContinuation<WebSocketMessage?, Never>) {
        precondition(self.receiver == nil, "two tasks wait for messages of one WebSocket")
        isHandling = false
        self.receiver = receiver
        deliver()
    }

    /// Tells who waits for a message that none will come.
    func endReceiving() {
        receiver?.resume(returning: nil)
        receiver = nil
    }

    /// Makes our close frame.
    func close(_ code: WebSocketCloseCode, reason: String, now: MonotonicTime) {
        if closingSince == nil { closingSince = now }
        framing.close(code, reason: reason)
        // What has come but was not taken would keep their close frame from being read.
        framing.message = nil
        endReceiving()
    }

    /// What the passing of time asks for.
    /// - Parameter isDrained: whether the socket has taken all that was sent.
    func expire(now: MonotonicTime, isDrained: Bool) -> Expiry {
        if let closingSince { return now - closingSince > limits.closeTime ? .drop : .nothing }
        guard !isClosing, isReading, isDrained else { return .nothing }
        if awaitsPong { return now - lastPing > limits.pongTime ? .drop : .nothing }
        guard now - lastPing > limits.pingInterval else { return .nothing }
        lastPing = now
        awaitsPong = true
        framing.ping()
        return .ping
    }

    private func deliver() {
        if isClosing { return endReceiving() }
        guard let receiver, let message = framing.message else { return }
        framing.message = nil
        isHandling = true
        self.receiver = nil
        receiver.resume(returning: message)
    }
}
