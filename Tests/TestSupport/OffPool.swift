import Dispatch

private let queue = DispatchQueue(label: "tests that block", attributes: .concurrent)

/// Runs a test's blocking part on a thread of its own, so that the tasks of what it tests find a free one.
public func offPool<Success: Sendable>(_ body: @escaping @Sendable () throws -> Success) async throws -> Success {
    try await withCheckedThrowingContinuation { continuation in
        queue.async { continuation.resume(with: Result(catching: body)) }
    }
}
