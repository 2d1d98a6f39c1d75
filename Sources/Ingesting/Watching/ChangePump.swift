import FolderWatching
import Platform
import Synchronization

/// Hands on what the watcher tells, one batch at a time, and says when there is nothing more to hand on.
///
/// While nothing is under way and some quiet time has passed, a change is handed on in the moment it comes. In a storm
/// batches follow each other after pauses, each twice as long as the one before.
final class ChangePump: Sendable {
    /// A batch is followed by a pause of that many times what it took, so that most of the time is left to others.
    private static let share = 2
    /// The longest pause while somebody waits.
    private static let settlingPause = Duration.milliseconds(10)
    /// How late a wake may come.
    private static let slack = Duration.milliseconds(3)
    /// What a person who watches a folder fill does not notice.
    private static let longestPause = Duration.milliseconds(250)
    /// A file that may not be whole is looked at again after a second; if it went elsewhere, nobody waits for it.
    private static let longestWait = Duration.seconds(2)

    /// The second half of a rename takes less.
    private static let retryTime = Duration.milliseconds(40)

    private struct Batch {
        var changes = PendingChanges()
        /// Whether what was concluded in a storm is looked over.
        var verifies = false
    }

    private struct State {
        var coalescer = EventCoalescer()
        /// Nothing is handed on before.
        var isOpen = false
        var isStopped = false
        var isBusy = false
        /// Since when there is something to deal with.
        var busySince: MonotonicTime?
        /// When the last batch ended, and how long the pause is that follows.
        var lastEnd: MonotonicTime?
        var pause = Duration.zero
        /// Whether the batch that is under way came during a pause, or right after it.
        var isStorm = false
        /// When to look again at what was on its way.
        var retry: MonotonicTime?
        var hasSuspects = false
        var wake: (time: MonotonicTime, task: Task<Void, Never>)?
        /// Work that goes on beside the batches.
        var sideCount = 0
        /// Files that a listing found and that may not be whole, with the time until which they are waited for.
        var found: [RootedPath: MonotonicTime] = [:]
        var settlers: [CheckedContinuation<Void, Never>] = []
        /// Whether files that nobody was seen closing are to be looked at for the settlers' sake.
        var looksAtUnclosed = false

        /// When the pause ends; where somebody waits, it is short.
        var pauseEnd: MonotonicTime? {
            lastEnd.map { $0 + (settlers.isEmpty ? pause : min(pause, ChangePump.settlingPause)) }
        }

        /// Whether all that was added has been dealt with.
        func isSettled(at now: MonotonicTime) -> Bool {
            sideCount == 0 && retry == nil && !hasSuspects && coalescer.isSettled
                && found.values.allSatisfy { $0 < now }
        }
    }

    private let state = Mutex(State())
    private let clock: any Clock<Duration>
    private let handler: BatchHandler

    /// Makes a pump that is closed.
    /// - Parameter handler: deals with the batches.
    init(clock: any Clock<Duration>, handler: BatchHandler) {
        self.clock = clock
        self.handler = handler
    }

    /// Begins to hand on.
    func open() {
        state.withLock { $0.isOpen = true }
        pump()
    }

    /// Ends handing on, and all waiting.
    func stop() {
        let settlers = state.withLock { state in
            state.isStopped = true
            state.wake?.task.cancel()
            defer { state.settlers = [] }
            return state.settlers
        }
        for settler in settlers { settler.resume() }
    }

    /// Takes what happened. Quick.
    func add(_ events: [WatchEvent]) {
        state.withLock { $0.coalescer.add(events, at: .now) }
        pump()
    }

    /// Takes a file that is to be looked at again.
    func lookAgain(at path: RootedPath, _ stillness: Stillness) {
        state.withLock { state in
            let place = state.coalescer.lookAgain(at: path, stillness, now: .now)
            if stillness == .found { state.found[place] = .now + Self.longestWait }
        }
        pump()
    }

    /// What is dealt with, if that has taken a while: single changes are not worth telling of.
    var phase: IndexProgress.Phase {
        state.withLock { state in
            guard let since = state.busySince, since + Self.longestPause < .now else { return .idle }
            return state.isBusy ? .listing : .reading
        }
    }

    /// From where something went that has still to be handed on.
    var leavingPaths: Set<RootedPath> { state.withLock { $0.coalescer.leavingPaths } }

    /// Says that directories are listed from now on.
    func beginListing() { state.withLock { $0.coalescer.beginListing() } }

    /// Says that all that happened while directories were listed has been added.
    func endListing() { state.withLock { $0.coalescer.endListing() } }

    /// Counts work that goes on beside the batches.
    func beginBeside() { state.withLock { $0.sideCount += 1 } }

    /// See `beginBeside`.
    func endBeside() {
        state.withLock { $0.sideCount -= 1 }
        pump()
    }

    /// Returns once all that was added has been dealt with, but for files that somebody has open.
    func settle() async {
        await withCheckedContinuation { continuation in
            let isStopped = state.withLock { state in
                if state.isStopped { return true }
                state.settlers.append(continuation)
                state.looksAtUnclosed = true
                return false
            }
            if isStopped { continuation.resume() } else { pump() }
        }
    }

    /// Begins with the next batch where it is time, else sees to it that it will be.
    private func pump() {
        guard let batch = next(isBusy: false) else { return }
        Task {
            var batch = batch
            while true {
                let start = MonotonicTime.now
                let rest = await handler.handle(batch.changes, verifies: batch.verifies, self)
                let end = MonotonicTime.now
                state.withLock { state in
                    let least = state.isStorm ? state.pause * 2 : .zero
                    state.pause = min(max((end - start) * Self.share, least), Self.longestPause)
                    state.lastEnd = end
                    state.retry = rest.hasMissed ? end + Self.retryTime : nil
                    state.hasSuspects = rest.hasSuspects
                }
                guard let more = next(isBusy: true) else { return }
                batch = more
            }
        }
    }

    /// Takes the next batch; nil where it is better to wait, or another batch is under way.
    private func next(isBusy: Bool) -> Batch? {
        var settled: [CheckedContinuation<Void, Never>] = []
        let batch = state.withLock { state -> Batch? in
            guard state.isOpen, !state.isStopped, isBusy || !state.isBusy else { return nil }
            let now = MonotonicTime.now
            defer { state.busySince = state.isBusy || state.sideCount > 0 ? state.busySince ?? now : nil }
            let isUrgent = state.pauseEnd.map { $0 <= now } ?? true
            if let changes = state.coalescer.take(at: now, isUrgent: isUrgent) {
                state.isBusy = true
                state.isStorm = state.lastEnd.map { now < $0 + state.pause + Self.slack } ?? false
                for path in state.found.keys where changes.files.contains(path) || changes.unfinished[path] != nil {
                    state.found[path] = nil
                }
                return Batch(changes: changes)
            }
            if let retry = state.retry, retry <= now {
                state.isBusy = true
                return Batch()
            }
            if state.hasSuspects, state.retry == nil, isUrgent, state.coalescer.isSettled {
                state.isBusy = true
                return Batch(verifies: true)
            }
            if state.looksAtUnclosed, !state.hasSuspects, state.retry == nil, state.coalescer.isSettled {
                state.looksAtUnclosed = false
                let changes = state.coalescer.takeUnclosed()
                if !changes.isEmpty {
                    state.isBusy = true
                    return Batch(changes: changes)
                }
            }
            state.isBusy = false
            if !state.settlers.isEmpty, state.isSettled(at: now) {
                settled = state.settlers
                state.settlers = []
            }
            plan(&state, now)
            return nil
        }
        for settler in settled { settler.resume() }
        return batch
    }

    /// Sees to it that somebody looks again when it is time.
    private func plan(_ state: inout State, _ now: MonotonicTime) {
        let verification = state.hasSuspects ? state.pauseEnd : nil
        let found = state.settlers.isEmpty ? nil : state.found.values.max()
        let waits = [state.coalescer.deadline, state.retry, verification, found]
        guard var time = waits.compactMap({ $0 }).min() else { return }
        if let pauseEnd = state.pauseEnd, pauseEnd > now { time = min(time, pauseEnd) }
        if let wake = state.wake {
            if wake.time <= time && wake.time > now { return }
            wake.task.cancel()
        }
        let wait = max(time - now, .milliseconds(1))
        let task = Task { [clock] in
            do { try await clock.sleep(for: wait) } catch { return }
            pump()
        }
        state.wake = (time, task)
    }
}
