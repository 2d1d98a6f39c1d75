import Dispatch
import Synchronization

/// A bounded number of threads for short blocking calls (opening a file, a read from the catalogue), with a bounded
/// queue before them.
public final class BlockingPool: Sendable {
    /// The queue is full: the caller should answer that it is overloaded.
    public struct Overloaded: Error {}

    private struct State {
        /// Queues on which nothing runs.
        var idle: [DispatchQueue]
        var waiting: [@Sendable () -> Void] = []
        var head = 0
    }

    private let state: Mutex<State>
    private let limit: Int

    /// Makes a pool.
    /// - Parameters:
    ///   - width: how many calls run at once.
    ///   - limit: how many may wait.
    public init(label: String, width: Int, limit: Int = 4096) {
        precondition(width > 0)
        self.limit = limit
        // Serial queues get threads of their own. A concurrent one would share those of all tasks, which Dispatch makes
        // more of one by one, a second apart, as long as they block.
        state = Mutex(State(idle: (0..<width).map { DispatchQueue(label: "\(label) \($0)") }))
    }

    /// Runs `work` on a thread of the pool.
    /// - Throws: what `work` throws, or `Overloaded` at once where too many wait already.
    public func run<Success: Sendable>(_ work: @escaping @Sendable () throws -> Success) async throws -> Success {
        try await withCheckedThrowingContinuation { continuation in
            let accepted = submit { continuation.resume(with: Result(catching: work)) }
            if !accepted { continuation.resume(throwing: Overloaded()) }
        }
    }

    private func submit(_ job: @escaping @Sendable () -> Void) -> Bool {
        let (queue, isAccepted) = state.withLock { state -> (DispatchQueue?, Bool) in
            if let queue = state.idle.popLast() { return (queue, true) }
            guard state.waiting.count - state.head < limit else { return (nil, false) }
            state.waiting.append(job)
            return (nil, true)
        }
        if let queue { queue.async { self.work(startingWith: job, on: queue) } }
        return isAccepted
    }

    private func work(startingWith first: @Sendable () -> Void, on queue: DispatchQueue) {
        first()
        while let job = next(on: queue) { job() }
    }

    private func next(on queue: DispatchQueue) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard state.head < state.waiting.count else {
                state.waiting.removeAll(keepingCapacity: true)
                state.head = 0
                state.idle.append(queue)
                return nil
            }
            defer { state.head += 1 }
            return state.waiting[state.head]
        }
    }
}
