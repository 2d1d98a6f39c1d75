import Synchronization

extension Task where Failure == Never {
    /// The task's value, or nil where it takes longer than that; the task goes on.
    func value(within limit: Duration) async -> Success? {
        await withCheckedContinuation { continuation in
            let first = FirstAnswer(continuation)
            let timer = Task<Void, Never> {
                try? await Task<Never, Never>.sleep(for: limit)
                first.resume(returning: nil)
            }
            Task<Void, Never> {
                first.resume(returning: await value)
                timer.cancel()
            }
        }
    }
}

/// Takes the first of several answers.
private final class FirstAnswer<Answer: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Answer?, Never>?>

    init(_ continuation: CheckedContinuation<Answer?, Never>) { self.continuation = Mutex(continuation) }

    func resume(returning answer: Answer?) {
        continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }?.resume(returning: answer)
    }
}
