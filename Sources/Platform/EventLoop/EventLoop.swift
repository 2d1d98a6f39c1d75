import CLinux
import Dispatch
import Glibc
import Synchronization

/// One thread that waits for descriptors with epoll(7), and the executor of the actor that owns them.
///
/// Invariants:
/// 1. `turn` and the actor's jobs run on the loop's thread only, one after the other, until the loop has stopped.
/// 2. After that the actor's jobs run on a serial queue, so that no task that is late waits for ever.
/// 3. A descriptor is known by the token that it was added with, never by its number, which the kernel uses again.
public final class EventLoop: SerialExecutor {
    /// Handles the events of one wake-up, and says how long the next wait may last: nil for ever.
    public typealias Turn = @Sendable ([Event]) -> Duration?

    private struct State {
        var jobs: [UnownedJob] = []
        var isStopping = false
        var hasStopped = false
        var whenStopped: [CheckedContinuation<Void, Never>] = []
    }

    private let epoll: FileDescriptor
    private let wakeUp: FileDescriptor
    private let label: String
    private let state = Mutex(State())
    /// The loop's thread, as pthread_self(3) has it; 0 while it does not run.
    private let thread = Atomic<UInt>(0)
    private let late: DispatchQueue

    /// Makes a loop whose thread is not running yet.
    /// - Parameter label: name of the thread; Linux shows its first 15 bytes.
    public init(label: String) throws(SystemError) {
        self.label = label
        late = DispatchQueue(label: label)
        epoll = FileDescriptor(owning: try systemCall("epoll_create1") { epoll_create1(CInt(EPOLL_CLOEXEC)) })
        wakeUp = FileDescriptor(
            owning: try systemCall("eventfd") { eventfd(0, CInt(EFD_NONBLOCK | EFD_CLOEXEC)) })
        try control(EPOLL_CTL_ADD, wakeUp.number, EPOLLIN.rawValue, Self.wakeUpToken)
    }

    /// Starts the thread.
    public func start(turn: @escaping Turn) throws(SystemError) {
        try startThread(named: label) { self.run(turn) }
    }

    /// Stops the thread once the jobs that wait have run, and returns when it has ended.
    public func stop() async {
        await withCheckedContinuation { continuation in
            let hasStopped = state.withLock { state in
                state.isStopping = true
                if !state.hasStopped { state.whenStopped.append(continuation) }
                return state.hasStopped
            }
            if hasStopped { continuation.resume() } else { wake() }
        }
    }

    /// Tells of `interest` in a descriptor's events, with `token`, until it is removed.
    public func add(
        _ descriptor: borrowing FileDescriptor, token: UInt64, interest: Interest
    ) throws(SystemError) {
        try control(EPOLL_CTL_ADD, descriptor.number, interest.rawValue, token)
    }

    /// Changes what is told of a descriptor.
    public func modify(
        _ descriptor: borrowing FileDescriptor, token: UInt64, interest: Interest
    ) throws(SystemError) {
        try control(EPOLL_CTL_MOD, descriptor.number, interest.rawValue, token)
    }

    /// Tells no more of a descriptor. Events that were read already may still come, with its token.
    public func remove(_ descriptor: borrowing FileDescriptor) throws(SystemError) {
        try control(EPOLL_CTL_DEL, descriptor.number, 0, 0)
    }

    private func control(_ operation: CInt, _ number: CInt, _ events: UInt32, _ token: UInt64) throws(SystemError) {
        var event = epoll_event()
        event.events = events
        event.data.u64 = token
        try systemCall("epoll_ctl") { epoll_ctl(epoll.number, operation, number, &event) }
    }

    // MARK: The executor

    /// Runs a job of the actor on the loop's thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (hasStopped, isFirst) = state.withLock { state in
            if !state.hasStopped { state.jobs.append(job) }
            return (state.hasStopped, state.jobs.count == 1)
        }
        if hasStopped {
            let executor = asUnownedSerialExecutor()
            late.async { job.runSynchronously(on: executor) }
        } else if isFirst && !isOnLoop {
            wake()
        }
    }

    /// Traps off the loop's thread.
    public func checkIsolated() { precondition(isOnLoop, "not on the event loop") }

    /// Whether the caller is on the loop's thread.
    public func isIsolatingCurrentContext() -> Bool? { isOnLoop }

    private var isOnLoop: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    private func wake() { eventfd_write(wakeUp.number, 1) }

    // MARK: The thread

    private func run(_ turn: Turn) {
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        var ready = [epoll_event](repeating: epoll_event(), count: Self.eventsAtOnce)
        var events: [Event] = []
        events.reserveCapacity(Self.eventsAtOnce)
        var timeout: CInt = 0
        while true {
            wait(&ready, timeout, &events)
            runJobs()
            timeout = turn(events).map(Self.milliseconds) ?? -1
            if hasJobs() { timeout = 0 } else if stopIfAsked() { return }
        }
    }

    private func wait(_ ready: inout [epoll_event], _ timeout: CInt, _ events: inout [Event]) {
        events.removeAll(keepingCapacity: true)
        let count: CInt
        do throws(SystemError) {
            count = try systemCall("epoll_wait") {
                epoll_wait(epoll.number, &ready, CInt(Self.eventsAtOnce), timeout)
            }
        } catch {
            preconditionFailure("\(error)")
        }
        for event in ready.prefix(Int(count)) {
            if event.data.u64 == Self.wakeUpToken {
                var value: eventfd_t = 0
                eventfd_read(wakeUp.number, &value)
            } else {
                events.append(Event(token: event.data.u64, readiness: Readiness(rawValue: event.events)))
            }
        }
    }

    private func runJobs() {
        while true {
            let jobs = state.withLock { state in
                let jobs = state.jobs
                if !jobs.isEmpty { state.jobs = [] }
                return jobs
            }
            if jobs.isEmpty { return }
            for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
    }

    private func hasJobs() -> Bool { state.withLock { !$0.jobs.isEmpty } }

    private func stopIfAsked() -> Bool {
        let continuations: [CheckedContinuation<Void, Never>]? = state.withLock { state in
            guard state.isStopping, state.jobs.isEmpty else { return nil }
            state.hasStopped = true
            defer { state.whenStopped = [] }
            return state.whenStopped
        }
        guard let continuations else { return false }
        thread.store(0, ordering: .relaxed)
        for continuation in continuations { continuation.resume() }
        return true
    }

    /// Rounded up, so that a deadline has passed when the wait for it ends.
    private static func milliseconds(_ duration: Duration) -> CInt {
        let (seconds, attoseconds) = duration.components
        guard seconds < 86_400 else { return 86_400_000 }
        return max(0, CInt(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }

    /// Enough to spread the cost of a wake-up, few enough that the first event's work does not make the last stale.
    private static let eventsAtOnce = 256
    private static let wakeUpToken = UInt64.max
}
