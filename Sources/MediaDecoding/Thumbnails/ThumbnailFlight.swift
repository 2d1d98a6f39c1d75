import Synchronization

/// One render that any number of callers wait for.
///
/// Each caller waits on its own: one that is cancelled leaves at once. When the last has left, the work is cancelled.
final class ThumbnailFlight: Sendable {
    typealias Answer = Result<RenderedImage, DecodeFailure>

    private struct State {
        /// Callers that have boarded and not left; the one who starts the flight is aboard.
        var aboard = 1
        var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
        var nextNumber = 0
        var answer: Answer?
        var task: Task<Void, Never>?
        var isAbandoned = false
    }

    /// How soon the picture is wanted by the most eager caller.
    let ticket: RenderTicket
    private let state = Mutex(State())

    init(_ priority: RenderPriority) { ticket = RenderTicket(priority) }

    /// Callers that wait now.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Joins, and makes it as urgent as the caller wants it; false where everybody has left, so that the work is
    /// being cancelled.
    func board(_ priority: RenderPriority) -> Bool {
        let isAboard = state.withLock { state in
            guard !state.isAbandoned else { return false }
            state.aboard += 1
            return true
        }
        if isAboard { ticket.raise(to: priority) }
        return isAboard
    }

    /// Starts the work, once; it calls `land` when it has the answer.
    func start(_ work: @escaping @Sendable () async -> Void) {
        let task = Task { await work() }
        state.withLock { $0.task = task }
    }

    /// Waits for the answer; `cancelled` at once where the caller's task is.
    func wait() async -> Answer {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Answer? = state.withLock { state in
                    if let answer = state.answer { return answer }
                    if Task.isCancelled { return .failure(RenderJob.cancelled) }
                    state.waiting[number] = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            leave(number)
        }
    }

    /// Answers all who wait, and whoever comes later.
    func land(_ answer: Answer) {
        let waiting = state.withLock { state in
            state.answer = answer
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume(returning: answer) }
    }

    private func leave(_ number: Int) {
        let (continuation, task) = state.withLock { state in
            state.aboard -= 1
            if state.aboard == 0 && state.answer == nil { state.isAbandoned = true }
            return (state.waiting.removeValue(forKey: number), state.isAbandoned ? state.task : nil)
        }
        task?.cancel()
        continuation?.resume(returning: .failure(RenderJob.cancelled))
    }
}
