import Dispatch
import Synchronization

/// A bounded number of threads for short blocking calls (opening a file, a read from the catalogue), with a bounded
/// queue before them.
public final class BlockingPool: Sendable {
    /// The queue is full: the caller should answer that it is overloaded.
    public struct Overloaded: Error {}

    private struct State {
        var running = 0
        var waiting: [@Sendable () -> Void] = []
        var head = 0
    }

    private let state = Mutex(State())
    private let width: Int
    private let limit: Int
    private let queue: DispatchQueue

    /// Makes a pool.
    /// - Parameters:
    ///   - width: how many calls run at once.
    ///   - limit: how many may wait.
    public init(label: String, width: Int, limit: Int = 4096) {
        precondition(width > 0)
        self.width = width
        self.limit = limit
        queue = DispatchQueue(label: label, attributes: .concurrent)
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
        let startsWorker: Bool? = state.withLock { state in
            if state.running < width {
                state.running += 1
                return true
            }
            guard state.waiting.count - state.head < limit else { return nil }
            state.waiting.append(job)
            return false
        }
        guard let startsWorker else { return false }
        if startsWorker { queue.async { self.work(startingWith: job) } }
        return true
    }

    private func work(startingWith first: @Sendable () -> Void) {
        first()
        while let job = next() { job() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard state.head < state.waiting.count else {
                state.waiting.removeAll(keepingCapacity: true)
                state.head = 0
                state.running -= 1
                return nil
            }
            defer { state.head += 1 }
            return state.waiting[state.head]
        }
    }
}
