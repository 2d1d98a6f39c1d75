import FolderWatching
import PhotoLibrary
import Platform
import Synchronization

/// Deals with batches of changes: has the indexer look at them, and has read what is left to be read.
final class BatchHandler: Sendable {
    /// How long after a failure the folders concerned are compared.
    private static let retryTime = Duration.seconds(10)
    /// Files that were not there or did not hold still are read again after a while, which doubles each time.
    private static let readWait = Duration.milliseconds(20)
    /// Whoever waits until all is settled waits for so many tries; what fails then is being written to.
    private static let readLimit = 6
    /// What is being written to is read that often, until it holds still.
    private static let lateWait = Duration.seconds(5)

    /// Set once it was started.
    let watcher = Mutex<FolderWatcher?>(nil)
    private let indexer: Indexer
    private let state = Mutex(State())

    private struct State {
        var rescanCount = 0
        var nextTask = 0
        var tasks: [Int: Task<Void, Never>] = [:]
        /// Assets that nobody waits for any more, and that are to be read all the same.
        var late: Set<AssetID> = []
        var isReadingLate = false
    }

    init(indexer: Indexer) { self.indexer = indexer }

    /// How many trees were compared.
    var rescanCount: Int { state.withLock { $0.rescanCount } }

    /// What a batch leaves to be done.
    struct Rest {
        /// Something must be looked at again after a moment.
        var hasMissed = false
        /// What was concluded must be looked over once nothing happens any more.
        var hasSuspects = false
    }

    /// Deals with one batch.
    func handle(_ changes: PendingChanges, verifies: Bool, _ pump: ChangePump) async -> Rest {
        let start = MonotonicTime.now
        note(changes)
        do {
            let result = try await indexer.update(changes, verifies: verifies)
            let took = MonotonicTime.now - start
            for (path, reason) in changes.rescans where reason == .polling {
                try? watcher.withLock { $0 }?.compared(path, took: took, isChanged: result.isChanged)
            }
            if !result.toRead.isEmpty { read(result.toRead, pump) }
            if !result.beside.isEmpty { read(Array(result.beside), pump) }
            return Rest(hasMissed: result.hasMissed, hasSuspects: result.hasSuspects)
        } catch is CancellationError {
            return Rest()
        } catch {
            indexer.log.error("changes could not be taken in; the folders will be compared", ["reason": "\(error)"])
            retry(changes.touchedRoots, pump)
            return Rest()
        }
    }

    private func note(_ changes: PendingChanges) {
        state.withLock { $0.rescanCount += changes.rescans.count }
        for (path, reason) in changes.rescans where reason != .polling {
            let folder = indexer.roots[path.root].appending(path.path)
            indexer.log.info("a folder is compared", ["folder": folder.description, "reason": reason.rawValue])
        }
    }

    /// Has assets read, again and again until each is read or gone, wherever its file moves meanwhile.
    func read(_ assets: [AssetID], _ pump: ChangePump) {
        beside(pump) { [self] in
            var left = assets
            for attempt in 1...Self.readLimit {
                left = await readOnce(left)
                if left.isEmpty || Task.isCancelled { return }
                try? await indexer.clock.sleep(for: Self.readWait * (1 << attempt))
            }
            readLate(left)
        }
    }

    /// Reads these assets, as far as they are still to be read or have other sidecars now.
    /// - Returns: those that are still to be read.
    private func readOnce(_ assets: [AssetID]) async -> [AssetID] {
        do {
            let left = try await indexer.read(listed: assets) + indexer.read(beside: assets)
            return Array(Set(left.map(\.id)))
        } catch is CancellationError {
            return assets
        } catch {
            indexer.log.error("files could not be read; it is tried again", ["reason": "\(error)"])
            return assets
        }
    }

    private func readLate(_ assets: [AssetID]) {
        let begins = state.withLock { state in
            state.late.formUnion(assets)
            defer { state.isReadingLate = true }
            return !state.isReadingLate
        }
        if !begins { return }
        task { [self] in
            while true {
                do { try await indexer.clock.sleep(for: Self.lateWait) } catch { return }
                let assets = state.withLock { state in
                    defer { state.late = [] }
                    return state.late
                }
                let left = await readOnce(assets.sorted())
                let isDone = state.withLock { state in
                    state.late.formUnion(left)
                    state.isReadingLate = !state.late.isEmpty
                    return state.late.isEmpty
                }
                if isDone { return }
            }
        }
    }

    private func retry(_ roots: Set<Int>, _ pump: ChangePump) {
        beside(pump) { [indexer] in
            try? await indexer.clock.sleep(for: Self.retryTime)
            if !Task.isCancelled { pump.add(roots.map { .rescan(RootedPath(root: $0), .tooManyChanges) }) }
        }
    }

    /// Does something while the next batches come, which whoever waits until all is settled waits for.
    private func beside(_ pump: ChangePump, _ body: @escaping @Sendable () async -> Void) {
        pump.beginBeside()
        task {
            await body()
            pump.endBeside()
        }
    }

    private func task(_ body: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            let number = state.nextTask
            state.nextTask += 1
            state.tasks[number] = Task {
                await body()
                _ = self.state.withLock { $0.tasks.removeValue(forKey: number) }
            }
        }
    }

    /// Ends what goes on beside.
    func stop() async {
        for task in state.withLock({ $0.tasks.values.map { $0 } }) {
            task.cancel()
            await task.value
        }
    }
}
