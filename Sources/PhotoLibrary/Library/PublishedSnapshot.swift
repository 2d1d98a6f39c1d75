import Platform
import Synchronization

/// The snapshot that everybody reads, and when each of its lists was asked for last.
final class PublishedSnapshot: Sendable {
    private struct State {
        var snapshot: LibrarySnapshot
        var history: ChangeHistory
        var clock = 0
        var lastUse: [FetchQuery: Int] = [:]
        var holds: [FetchQuery: Int] = [:]
    }

    private let state: Mutex<State>

    /// Publishes the first snapshot.
    init(_ snapshot: LibrarySnapshot) {
        state = Mutex(State(snapshot: snapshot, history: ChangeHistory(snapshot)))
        signal = VersionSignal(snapshot.version)
    }

    /// Tells of every commit once its snapshot is published.
    let signal: VersionSignal

    /// The snapshot of now.
    var snapshot: LibrarySnapshot { state.withLock { $0.snapshot } }

    /// Publishes the next one.
    /// - Parameter commit: what made it; nil where it is of the same version, with other lists ready.
    func publish(_ snapshot: LibrarySnapshot, after commit: Commit? = nil) {
        // What only the old one held is let go of outside the lock.
        _ = state.withLock { state in
            let old = (state.snapshot, state.history)
            state.snapshot = snapshot
            if let commit {
                state.history.append(commit, snapshot)
            } else {
                state.history.replaceLast(snapshot)
            }
            if state.lastUse.count > snapshot.lists.count {
                state.lastUse = state.lastUse.filter { snapshot.lists[$0.key] != nil }
            }
            return old
        }
        if let commit { signal.send(commit.version) }
    }

    /// The last commits.
    var history: ChangeHistory { state.withLock { $0.history } }

    /// The result of a fetch that is kept ready, which counts as a use of its list.
    func fetch(_ request: FetchRequest) -> FetchResult? { snapshot(using: request)?.fetch(request) }

    /// The snapshot of now where it has the result of a fetch ready, which counts as a use of its list.
    func snapshot(using request: FetchRequest) -> LibrarySnapshot? {
        state.withLock { state in
            guard state.snapshot.fetch(request) != nil else { return nil }
            let query = FetchQuery(request)
            if state.snapshot.lists[query] != nil {
                state.clock += 1
                state.lastUse[query] = state.clock
            }
            return state.snapshot
        }
    }

    /// Which of the lists that are not always kept was not asked for the longest.
    /// - Parameter includingHeld: whether those count, too, that somebody holds.
    func leastRecentlyUsed(includingHeld: Bool) -> FetchQuery? {
        state.withLock { state in
            state.snapshot.lists.keys
                .filter { !LibrarySnapshot.standing.contains($0) && (includingHeld || state.holds[$0] == nil) }
                .min { state.lastUse[$0, default: 0] < state.lastUse[$1, default: 0] }
        }
    }

    /// Prefers the list of a query when lists are let go of, until `release`.
    func hold(_ query: FetchQuery) { state.withLock { $0.holds[query, default: 0] += 1 } }

    /// Ends one `hold`.
    func release(_ query: FetchQuery) {
        state.withLock { state in
            guard let count = state.holds[query] else { return }
            state.holds[query] = count > 1 ? count - 1 : nil
        }
    }

    /// How many of the kept lists somebody holds.
    var heldListCount: Int {
        state.withLock { state in
            state.holds.keys.count { state.snapshot.lists[$0] != nil && !LibrarySnapshot.standing.contains($0) }
        }
    }
}
