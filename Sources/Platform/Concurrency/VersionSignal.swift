import Synchronization

/// Wakes whoever waits for something that has versions to go on. Keeps nothing for them but the last version, so that
/// the slowest observer costs no more than the quickest.
public final class VersionSignal: Sendable {
    private struct State {
        var version: Int64
        var nextWaiter = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state: Mutex<State>

    /// Begins with a version.
    public init(_ version: Int64) { state = Mutex(State(version: version)) }

    /// Tells that `version` is there.
    public func send(_ version: Int64) { wake { $0 = version } }

    /// Tells that the next version is there, for what has no versions of its own.
    public func advance() { wake { $0 += 1 } }

    private func wake(_ change: (inout Int64) -> Void) {
        let waiters = state.withLock { state in
            change(&state.version)
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// The last version that was sent.
    public var version: Int64 { state.withLock { $0.version } }

    /// Waits until a version after `version` is there, or the task is cancelled.
    public func wait(after version: Int64) async {
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
