import Platform
import Synchronization

/// One video that is being made playable, for any number of callers.
///
/// Callers come back again and again to ask how far it is: it is given up once none waits and none has asked for a while.
final class PlayableJob: Sendable {
    typealias Answer = Result<Void, DecodeFailure>

    private struct State {
        var progress = 0.0
        var waitingCount = 0
        var lastAsked: MonotonicTime
        var answer: Answer?
    }

    private let state: Mutex<State>
    private let patience: Duration
    private let now: @Sendable () -> MonotonicTime
    private let signal = VersionSignal(0)

    /// - Parameter patience: how long it goes on without anybody asking.
    init(patience: Duration, now: @escaping @Sendable () -> MonotonicTime) {
        self.patience = patience
        self.now = now
        state = Mutex(State(lastAsked: now()))
    }

    /// How much of it is made, 0 to 1.
    var progress: Double { state.withLock { $0.progress } }

    /// Whether nobody wants it any more.
    var isAbandoned: Bool {
        let now = now()
        return state.withLock { $0.waitingCount == 0 && now - $0.lastAsked > patience }
    }

    /// Tells how much is made.
    func note(_ progress: Double) { state.withLock { $0.progress = max($0.progress, min(progress, 1)) } }

    /// Ends it.
    func end(_ answer: Answer) {
        state.withLock { $0.answer = answer }
        signal.advance()
    }

    /// Waits until it has ended, or the time has passed, or the caller's task is cancelled.
    /// - Returns: nil where it has not ended.
    func wait(_ time: Duration) async -> Answer? {
        state.withLock { $0.waitingCount += 1 }
        if time > .zero {
            await withTaskGroup { group in
                group.addTask { [signal] in await signal.wait(after: 0) }
                group.addTask { try? await Task.sleep(for: time) }
                await group.next()
                group.cancelAll()
            }
        }
        let now = now()
        return state.withLock { state in
            state.waitingCount -= 1
            state.lastAsked = now
            return state.answer
        }
    }
}
