import Platform

/// One event loop's actor: owns its sockets and connections, and runs on its thread only.
actor Worker {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let router: Router
    private let limits: ServerLimits
    private let log: Log
    private let connectionLimit: Int
    private lazy var context = LoopContext(worker: self, router: router, limits: limits, log: log)
    private var connections = SlotMap<Connection>()
    private var acceptors: [Acceptor] = []
    private var nextSweep = MonotonicTime(nanoseconds: 0)
    private var shutdownDeadline: MonotonicTime?
    private var whenEmpty: CheckedContinuation<Void, Never>?

    /// Makes the actor of a loop that is not running yet.
    /// - Parameter connectionLimit: connections beyond it are refused.
    init(loop: EventLoop, router: Router, limits: ServerLimits, connectionLimit: Int, log: Log) {
        self.loop = loop
        self.router = router
        self.limits = limits
        self.connectionLimit = connectionLimit
        self.log = log
    }

    /// Starts the loop.
    nonisolated func start() throws(SystemError) {
        try loop.start { events in self.assumeIsolated { $0.turn(events) } }
    }

    /// Takes connections from a socket.
    func listen(_ listener: consuming sending ListeningSocket) throws(SystemError) {
        acceptors.append(
            try Acceptor(listener, token: Self.firstListenerToken + UInt64(acceptors.count), loop: loop))
    }

    /// Takes no more connections, ends the idle ones and, after their responses, the others, and returns when all are
    /// gone; at the deadline they are ended where they are.
    func shutDown(deadline: MonotonicTime) async {
        context.beginTurn()
        // What the kernel has completed already would be reset.
        for index in acceptors.indices { accept(index) }
        acceptors = []
        shutdownDeadline = deadline
        for connection in connections.elements { visit(connection) { $0.drainForShutdown() } }
        if connections.count == 0 { return }
        await withCheckedContinuation { whenEmpty = $0 }
    }

    /// What this loop has done.
    func metrics() -> ServerMetrics {
        var metrics = context.metrics
        metrics.openConnections = connections.count
        metrics.openWebSockets = connections.elements.count { $0.webSocket != nil }
        metrics.openStreams = connections.elements.count { $0.isStreaming }
        return metrics
    }

    /// Sends the response that a task made, unless its client is gone.
    func finish(_ token: UInt64, _ response: HTTPResponse, to request: HTTPRequest) {
        update(token) { $0.finish(response, to: request) }
    }

    /// Does something with a connection, unless it is gone, and lets go of it where that ends it.
    @discardableResult
    func update<Result>(_ token: UInt64, _ body: (Connection) -> Result) -> Result? {
        guard let connection = connections[token] else { return nil }
        context.beginTurn()
        return visit(connection, body)
    }

    /// Whether a connection is there.
    func isOpen(_ token: UInt64) -> Bool { connections[token] != nil }

    /// Waits until the socket has taken all that was sent.
    /// - Returns: whether the connection is still open.
    func drained(_ token: UInt64) async -> Bool {
        while let connection = connections[token] {
            if connection.outbox.isEmpty { return true }
            await withCheckedContinuation { connection.drainWaiters.append($0) }
        }
        return false
    }

    // MARK: The loop's turn

    private func turn(_ events: [EventLoop.Event]) -> Duration? {
        context.beginTurn()
        for event in events {
            if event.token >= Self.firstListenerToken {
                accept(Int(event.token - Self.firstListenerToken))
            } else if let connection = connections[event.token] {
                visit(connection) { $0.ready(event.readiness) }
            }
        }
        let unfinished = context.unfinished
        context.unfinished.removeAll(keepingCapacity: true)
        for token in unfinished {
            guard let connection = connections[token] else { continue }
            visit(connection) { $0.ready([]) }
        }
        if context.now >= nextSweep { sweep() }
        if !context.unfinished.isEmpty { return .zero }
        return connections.count == 0 && !acceptors.contains(where: \.isPaused) ? nil : nextSweep - context.now
    }

    /// Looks at all deadlines. Deadlines are seconds, so a look at each connection now and then is cheaper than a queue
    /// that every request would have to change.
    private func sweep() {
        nextSweep = context.now + Self.sweepInterval
        let isOver = shutdownDeadline.map { context.now >= $0 } ?? false
        for connection in connections.elements {
            visit(connection) { if isOver { $0.close() } else { $0.expire() } }
        }
        for acceptor in acceptors { acceptor.resume() }
    }

    private func accept(_ index: Int) {
        guard index < acceptors.count else { return }
        let error = acceptors[index].accept { socket in take(socket) }
        guard let error else { return }
        context.metrics.acceptPauses += 1
        log.warning("taking connections is paused", ["cause": error.description])
    }

    private func take(_ socket: consuming FileDescriptor) {
        context.metrics.acceptedConnections += 1
        let isRefused = connections.count >= connectionLimit
        if isRefused { context.metrics.refusedConnections += 1 }
        // Even refusals are given only so many places.
        guard connections.count < connectionLimit + Self.refusalsAtOnce else { return }
        let connection = Connection(token: connections.nextToken, socket: socket, context: context)
        connections.insert(connection)
        do throws(SystemError) {
            try loop.add(connection.socket, token: connection.token, interest: .changes)
            visit(connection) { connection in
                if isRefused { connection.refuse() } else if shutdownDeadline != nil { connection.drainForShutdown() }
            }
        } catch {
            log.warning("a connection could not be watched", ["cause": error.description])
            visit(connection) { $0.close() }
        }
    }

    /// Does something with a connection, and lets go of it where that ends it.
    private func visit<Result>(_ connection: Connection, _ body: (Connection) -> Result) -> Result {
        let result = body(connection)
        // All connections of the loop gather their bytes in one place.
        precondition(context.output.isEmpty, "a connection left its bytes to another client")
        discardIfClosed(connection)
        return result
    }

    private func discardIfClosed(_ connection: Connection) {
        guard connection.isClosed, connections.remove(connection.token) != nil else { return }
        try? loop.remove(connection.socket)
        guard connections.count == 0, let continuation = whenEmpty else { return }
        whenEmpty = nil
        continuation.resume()
    }

    /// How late a deadline may be noticed, and how long taking connections is paused.
    private static let sweepInterval = Duration.milliseconds(250)
    /// Connections beyond the limit that are told so; those beyond these are closed without a word.
    private static let refusalsAtOnce = 64
    /// Above every token that a slot map gives before a place was used four billion times.
    private static let firstListenerToken = UInt64(UInt32.max) << 32
}
