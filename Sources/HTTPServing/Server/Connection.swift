import Platform

/// One client's connection: performs on its socket what its state says. Confined to the actor of its loop.
final class Connection {
    let token: UInt64
    let socket: FileDescriptor
    let context: LoopContext
    var state: ConnectionState
    var outbox = Outbox()
    /// The work on the present request; cancelled when the client leaves.
    var task: Task<Void, Never>?
    /// What the connection has become after a 101.
    var webSocket: WebSocketSession?
    /// The content that a task is making.
    var stream: StreamFraming?
    /// Tasks that wait until all is sent.
    var drainWaiters: [CheckedContinuation<Void, Never>] = []
    /// Whether the connection is of no use any more.
    private(set) var isClosed = false

    /// Bytes that came but were not consumed.
    private var input: [UInt8] = []
    /// Whether the bytes in `input` are not enough for the next step.
    private var needsBytes = true
    /// Whether the socket may have bytes: it says only once that it has.
    private var mayReceive = true
    /// Whether an event said that the client sends no more; the end may still lie behind bytes.
    private var endIsNear = false
    /// Whether everything up to the client's end was received.
    private var hasEnded = false
    /// Responses left in this turn.
    private var responsesLeft = 0

    /// Makes the connection of a socket that has just been taken.
    init(token: UInt64, socket: consuming FileDescriptor, context: LoopContext) {
        self.token = token
        self.socket = socket
        self.context = context
        state = ConnectionState(limits: context.limits, now: context.now)
    }

    deinit { task?.cancel() }

    // MARK: What the loop calls

    /// Does what can be done now that the socket is ready.
    func ready(_ readiness: EventLoop.Readiness) {
        if readiness.contains(.readable) { mayReceive = true }
        if !readiness.isDisjoint(with: .ended) {
            mayReceive = true
            endIsNear = true
            // A client that only ended its side still gets its answer if the work makes one all the same.
            task?.cancel()
            if !readiness.isDisjoint(with: .broken), task != nil { return close() }
            // Behind what it does not read any more, a WebSocket's client can't be answered.
            if webSocket != nil, !outbox.isEmpty { return close() }
        }
        if !outbox.isEmpty { drain() }
        proceed()
        // It was told to end while its last response, which did not say so, was being sent.
        if !isClosed && !state.keepsAlive && state.isIdle && input.isEmpty && outbox.isEmpty {
            state.closeNow()
            lingerIfDone()
        }
    }

    /// Sends the response that a task made.
    func finish(_ response: HTTPResponse, to request: HTTPRequest) {
        task = nil
        respond(response, to: request)
        proceed()
    }

    /// Answers that there are too many connections.
    func refuse() {
        state.refuse()
        respond(HTTPResponse(HTTPProblem.overloaded("too many connections are open")), to: nil)
        proceed()
    }

    /// Does what a deadline that has passed asks for.
    func expire() {
        if let webSocket, keepAlive(webSocket) { return }
        switch state.expire(now: context.now) {
        case .nothing: return
        case .close: close()
        case .answer(let response):
            respond(response, to: nil)
            proceed()
        }
    }

    /// Ends an idle connection at once, and any other after the response that is under way; a request that has come but
    /// was not read yet is answered.
    func drainForShutdown() {
        state.closeAfterResponse()
        proceed()
        if webSocket != nil { closeWebSocket(.goingAway, reason: "") }
        if isStreaming { task?.cancel() }
        if state.isIdle && input.isEmpty { close() }
    }

    /// Ends the connection; the loop lets go of it, which closes the socket.
    func close() {
        isClosed = true
        task?.cancel()
        webSocket?.endReceiving()
        resumeDrainWaiters()
    }

    // MARK: Reading

    /// Reads and answers as long as there is something to read, room to write and time left in this turn.
    func proceed() {
        responsesLeft = Self.responsesPerTurn
        while !isClosed && outbox.isEmpty && isReading {
            if responsesLeft == 0 {
                context.unfinished.append(token)
                break
            }
            if needsBytes {
                guard receive() else { break }
            } else {
                let pending = input
                input = []
                let consumed = process(pending.span)
                if consumed < pending.count { input = consumed == 0 ? pending : Array(pending[consumed...]) }
            }
        }
        // What a broken connection did not send must not be left for the next one.
        if isClosed { context.output.removeAll(keepingCapacity: true) } else { flush() }
        if state.isLingering { discard() }
    }

    private var isReading: Bool { webSocket?.isReading ?? state.isReading }

    /// Receives once and handles what came; false where nothing did.
    private func receive() -> Bool {
        guard mayReceive || hasEnded else { return false }
        guard !hasEnded else {
            // Nothing is under way, and nothing more will come.
            flush()
            if outbox.isEmpty { close() }
            return false
        }
        let buffer = context.input.bytes
        switch socket.receive(into: buffer) {
        case .wouldBlock:
            mayReceive = false
            return false
        case .ended:
            hasEnded = true
            return receive()
        case .moved(let count):
            // Fewer bytes than there is room for means that there were no more; the next ones make a new event. The
            // end has had its event already.
            if count < buffer.count && !endIsNear { mayReceive = false }
            let received = UnsafeBufferPointer(rebasing: buffer[..<count])
            guard input.isEmpty else {
                input.append(contentsOf: received)
                needsBytes = false
                return true
            }
            let consumed = process(received.span)
            if consumed < count { input.append(contentsOf: received[consumed...]) }
            return true
        }
    }

    /// Handles what is in `bytes`, and tells how much of it is done with.
    private func process(_ bytes: Span<UInt8>) -> Int {
        var consumed = 0
        if let webSocket {
            consumed = receive(bytes, on: webSocket)
            needsBytes = isReading
            responsesLeft -= 1
            return consumed
        }
        needsBytes = false
        repeat {
            switch state.advance(bytes, &consumed, router: context.router, now: context.now) {
            case .wait:
                needsBytes = true
                return consumed
            case .sendContinue: context.output.append("HTTP/1.1 100 Continue\r\n\r\n")
            case .answer(let response, let request):
                respond(context.router.finish(response, for: request), to: request)
            case .call(let route, let parameters, let request): call(route, parameters, request)
            }
        } while consumed < bytes.count && state.isReading && outbox.isEmpty && !isClosed && responsesLeft > 0
        needsBytes = consumed == bytes.count
        return consumed
    }

    /// Throws away what still comes after the last response.
    private func discard() {
        while mayReceive && !isClosed {
            switch socket.receive(into: context.input.bytes) {
            case .wouldBlock: mayReceive = false
            case .ended: close()
            case .moved(let count): mayReceive = endIsNear || count == context.input.bytes.count
            }
        }
    }

    // MARK: Answering

    private func call(_ route: Int, _ parameters: RouteParameters, _ request: HTTPRequest) {
        let reply: HTTPReply
        do throws(HTTPProblem) {
            reply = try context.router.reply(to: request, route, parameters)
        } catch {
            return respond(context.router.finish(HTTPResponse(error), for: request), to: request)
        }
        switch reply {
        case .upgrade(let upgrade): open(upgrade, request)
        case .later(let work): start(work, request)
        case .now(let response):
            var response = context.router.finish(response, for: request)
            if response.isCompressible {
                let isLong = response.body.length ?? 0 > HTTPResponse.maximumInlineCompressionBytes
                let plain = response
                if isLong && request.acceptsGzip { return start({ plain }, request) }
                response.compress(for: request)
            }
            respond(response, to: request)
        }
    }

    /// Runs `work` as a task, whose end leads to `finish`.
    private func start(_ work: @escaping @Sendable () async throws(HTTPProblem) -> HTTPResponse, _ request: HTTPRequest)
    {
        let router = context.router
        let worker = context.worker
        let token = self.token
        task = Task { @concurrent in
            var response: HTTPResponse
            do throws(HTTPProblem) { response = try await work() } catch { response = HTTPResponse(error) }
            response = router.finish(response, for: request)
            if response.isCompressible { response.compress(for: request) }
            await worker.finish(token, response, to: request)
        }
        if endIsNear { task?.cancel() }
    }

    /// Writes a response, whose content follows its head in the same call where it is short.
    func respond(_ response: HTTPResponse, to request: HTTPRequest?) {
        let length = response.body.length
        let isVersion11 = request?.isVersion11 ?? true
        // Nothing but the connection's end tells a client of HTTP/1.0 where content of unknown length ends.
        if length == nil && !isVersion11 { state.closeAfterResponse() }
        context.encoder.encode(
            response, contentLength: length, keepsAlive: state.keepsAlive, isVersion11: isVersion11,
            into: &context.output)
        let hasContent = request?.method != .head && !response.status.forbidsContent
        if hasContent { write(response.body) }
        let duration = MonotonicTime.now - state.requestTime
        context.metrics.count(response.status, contentBytes: length ?? 0, duration: duration)
        if context.log.isEnabled(.debug) {
            context.log.debug(
                "request",
                [
                    "method": request?.method.rawValue ?? "-", "target": request?.target ?? "-",
                    "status": response.status.code, "bytes": length ?? 0, "duration": duration,
                ])
        }
        responsesLeft -= 1
        if case .stream(let stream) = response.body, hasContent {
            return start(stream, isChunked: isVersion11)
        }
        if webSocket == nil { state.responded(now: context.now) }
        if context.output.count >= LoopContext.outputBytes { flush() }
    }
}

extension Connection {
    /// A client that sends many requests at once gets so many answers before the other clients have their turn.
    fileprivate static let responsesPerTurn = 32
}
