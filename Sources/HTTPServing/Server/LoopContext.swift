import Platform

/// What the connections of one loop share. Confined to the loop's actor, like they are.
final class LoopContext {
    /// Routes.
    let router: Router
    /// What clients are allowed.
    let limits: ServerLimits
    /// Takes a line for each response, where asked for.
    let log: Log
    /// The loop's actor, which keeps this.
    unowned let worker: Worker
    /// Where bytes are received; nothing stays in it from one connection to the next.
    let input = ReceiveBuffer()
    /// Where heads and short content gather before they are sent together; empty between connections.
    var output: [UInt8] = []
    /// Writes heads.
    var encoder = ResponseEncoder()
    /// Counts.
    var metrics = ServerMetrics()
    /// The time of the present turn.
    var now = MonotonicTime.now
    /// Connections that have more to do, though no event will say so.
    var unfinished: [UInt64] = []

    /// Makes the context of one loop.
    init(worker: Worker, router: Router, limits: ServerLimits, log: Log) {
        self.worker = worker
        self.router = router
        self.limits = limits
        self.log = log
        output.reserveCapacity(Self.outputBytes + 16 * 1024)
    }

    /// Looks at the clock.
    func beginTurn() {
        now = .now
        encoder.update(now: now)
    }

    /// As many bytes as gather before they are sent.
    static let outputBytes = 64 * 1024
}

/// Memory for received bytes, made once for each loop.
final class ReceiveBuffer {
    /// The memory.
    let bytes: UnsafeMutableBufferPointer<UInt8>

    /// Makes the buffer: a long upload takes few calls, and a loop's memory still fits a core's cache.
    init() { bytes = .allocate(capacity: 64 * 1024) }

    deinit { bytes.deallocate() }
}
