public import FolderWatching
public import PhotoLibrary
public import Platform
import Synchronization

/// Keeps the library in step with its folders from its start to its stop: what is there is listed and read, and from then
/// on every change on disk.
///
/// 1. A folder is watched before it is listed; what happened meanwhile is looked at after.
/// 2. What the watcher tells is joined by the coalescer. A change after a quiet time is looked at in the same instant; in a
///    storm, what comes while the last batch is dealt with, and a while after, makes the next.
/// 3. One batch is dealt with at a time. Files that take long to be read are read beside.
public final class Ingester: Sendable {
    /// Lists and reads. It is stopped with this.
    public let indexer: Indexer
    private let cookies: FileName
    private let pump: ChangePump
    private let handler: BatchHandler
    private let teller: WatcherTeller

    /// Makes an ingester; nothing is done until `start`.
    /// - Parameter cookies: absolute path of a directory of our own for the watcher, in no folder that is served.
    public init(indexer: Indexer, cookies: FileName) {
        self.indexer = indexer
        self.cookies = cookies
        handler = BatchHandler(indexer: indexer)
        pump = ChangePump(clock: indexer.clock, handler: handler)
        teller = WatcherTeller(pump: pump, handler: handler)
    }

    /// Watches the folders, lists them, and reads what was not read yet, then what an older reader read;
    /// returns when all that is done.
    /// - Throws: what the catalogue fails with, or `CancellationError` after `stop`.
    public func start() async throws {
        await indexer.trust(teller)
        do {
            let watcher = try FolderWatcher(cookies: cookies, filter: indexer.filter, log: indexer.log) {
                [pump] events in pump.add(events)
            }
            teller.watcher.withLock { $0 = watcher }
            handler.watcher.withLock { $0 = watcher }
            for (root, path) in indexer.roots.enumerated() { try await watcher.add(root: root, at: path) }
        } catch {
            indexer.log.error(
                "the folders can't be watched: changes are found by scans alone", ["reason": "\(error)"])
        }
        let listing = Task { [indexer, pump] in
            await indexer.waitForListing()
            pump.open()
        }
        defer { listing.cancel() }
        try await indexer.rescan()
        try await indexer.rereadOutdated()
    }

    /// Ends watching, and the run that is under way between two commits.
    public func stop() async {
        pump.stop()
        try? await watcher?.stop()
        await indexer.stop()
        await handler.stop()
    }

    /// Waits until all that was done on disk before the call is in the library: seen, listed and read. Not waited for is
    /// what somebody has open for writing. Folders that are polled are compared.
    /// - Parameter limit: how long to wait at most.
    /// - Returns: whether it is done.
    public func settle(within limit: Duration) async -> Bool {
        let settling = Task { await settle() }
        return await settling.value(within: limit) ?? false
    }

    private var watcher: FolderWatcher? { teller.watcher.withLock { $0 } }

    private func settle() async -> Bool {
        guard let watcher else { return (try? await indexer.rescan()) != nil }
        do {
            try await watcher.barrier()
        } catch {
            return false
        }
        for (root, status) in watcher.status.roots where status.polledCount > 0 {
            pump.add([.rescan(RootedPath(root: root), .polling)])
        }
        repeat { await pump.settle() } while await indexer.waitForRun()
        return true
    }

    /// Brings the library in step with the disk as a whole, or with what is in one folder, though nothing was told of it.
    public func rescan(_ folder: FolderID? = nil) async throws { try await indexer.rescan(folder) }

    /// Looks for folders that are offline at once, rather than in some seconds.
    public func check() async throws { try await watcher?.check() }

    /// How well each of the indexer's roots is watched, by its place among them; nil before `start`. Never waits.
    public var watchStatus: WatcherStatus? { watcher?.status }

    /// How often a tree was compared because events could not tell what changed. Never waits.
    public var rescanCount: Int { handler.rescanCount }

    /// How far the indexer is. Never waits.
    public var progress: IndexProgress {
        var progress = indexer.progress
        if progress.phase == .idle { progress.phase = pump.phase }
        return progress
    }

    /// Whether every folder was compared with the catalogue at least once. Never waits.
    public var hasListedAll: Bool { indexer.hasListedAll }
}
