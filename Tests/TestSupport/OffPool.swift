import Dispatch

/// Runs a test's blocking part on a thread of its own, so that the tasks of what it tests find a free one.
public func offPool<Success: Sendable>(_ body: @escaping @Sendable () throws -> Success) async throws -> Success {
    try await withCheckedThrowingContinuation { continuation in
        // A serial queue of its own has a thread at once. A concurrent one would share those of the tasks, which
        // Dispatch makes more of one by one, a second apart, as long as they block.
        DispatchQueue(label: "test that blocks").async { continuation.resume(with: Result(catching: body)) }
    }
}
