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
    private static let readLimit = 6

    /// Set once it was started.
    let watcher = Mutex<FolderWatcher?>(nil)
    private let indexer: Indexer
    private let state = Mutex((rescanCount: 0, nextTask: 0, tasks: [Int: Task<Void, Never>]()))

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

    private func read(_ assets: [AssetID], _ pump: ChangePump) {
        beside(pump) { [indexer] in
            do {
                var left = assets
                for attempt in 1...Self.readLimit {
                    let unsteady = try await indexer.read(listed: left)
                    if unsteady.isEmpty { return }
                    left = unsteady.map(\.id)
                    try await indexer.clock.sleep(for: Self.readWait * (1 << attempt))
                }
                for asset in try await indexer.library.assets(left) { await indexer.tellUnsteady(asset) }
            } catch is CancellationError {
                return
            } catch {
                indexer.log.error("files could not be read; the next scan reads them", ["reason": "\(error)"])
            }
        }
    }

    private func retry(_ roots: Set<Int>, _ pump: ChangePump) {
        beside(pump) { [indexer] in
            try? await indexer.clock.sleep(for: Self.retryTime)
            if !Task.isCancelled { pump.add(roots.map { .rescan(RootedPath(root: $0), .tooManyChanges) }) }
        }
    }

    /// Does something while the next batches come.
    private func beside(_ pump: ChangePump, _ body: @escaping @Sendable () async -> Void) {
        pump.beginBeside()
        state.withLock { state in
            let number = state.nextTask
            state.nextTask += 1
            state.tasks[number] = Task {
                await body()
                _ = self.state.withLock { $0.tasks.removeValue(forKey: number) }
                pump.endBeside()
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
