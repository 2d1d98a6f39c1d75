import Synchronization

/// Wakes whoever waits for the library to go on. Keeps nothing for them but the last version, so that the slowest
/// observer costs no more than the quickest.
final class CommitSignal: Sendable {
    private struct State {
        var version: Version
        var nextWaiter = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state: Mutex<State>

    init(_ version: Version) { state = Mutex(State(version: version)) }

    /// Tells that `version` is there.
    func send(_ version: Version) {
        let waiters = state.withLock { state in
            state.version = version
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Waits until a version after `version` is there, or the task is cancelled.
    func wait(after version: Version) async {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = state.withLock { state in
                    guard state.version <= version, !Task.isCancelled else { return false }
                    state.waiters[number] = continuation
                    return true
                }
                if !isWaiting { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
        }
    }
}
