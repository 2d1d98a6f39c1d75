public import FolderWatching
public import MediaDecoding
public import PhotoLibrary
public import Platform
import Synchronization

/// Brings the catalogue in step with the folders that are served.
///
/// A run has two phases. First every folder is listed and compared, so that each file is in the library within seconds,
/// known by name and stamp alone; then files that were not read yet are read. Both commit in batches as they go. What is
/// still to be read stands in the catalogue, so a run that ended at any moment is taken up by the next.
///
/// Runs follow each other: whoever asks while one is waiting to begin joins it. What is learnt of single changes goes in
/// between, but never while folders are compared. Blocking work is done on a thread of the indexer's own.
public actor Indexer {
    /// Most steps in one commit: large enough for SQLite's cost of a commit not to count, small enough for other writers
    /// not to wait longer than some 50 ms.
    static let commitSize = 1_000
    /// Steps in the very first commit of a scan, so that there is something to see at once.
    static let firstCommitSize = 200
    /// How often a run starts anew because the disk changed under it; what changes faster is left for the next run.
    static let roundLimit = 3

    private struct Waiting {
        /// The folders to scan; nil for all that are served.
        var folders: Set<FolderID>?
        let task: Task<Void, any Error>
    }

    let library: Library
    let decoder: any MediaDecoder
    let roots: [FileName]
    let filter: PathFilter
    let log: Log
    let clock: any Clock<Duration>
    let now: @Sendable () -> Timestamp
    let opener: FileOpener
    let grouper: Grouper
    let finder: SidecarFinder
    /// Files without a telling name that turned out to be something else, lest they are opened again in every run.
    var otherFiles: Set<FileStamp> = []
    /// The folders as of the last commit; nil before the first run.
    var knownFolders: FolderMap?
    /// Who tells of changes; nil where nobody does.
    private(set) var teller: (any ChangeTeller)?
    /// What is to be looked at in folders that were not where they should be.
    var missed: [FolderID: Survey.Missed] = [:]
    /// Assets that updates have left to be read; those of an update that failed half-way are left to the next.
    var unread: [AssetID] = []
    /// Assets that may have other sidecars than those that they were read with.
    var beside: Set<AssetID> = []
    /// Folders about which something was concluded while more happened than was known.
    var suspects: Set<FolderID> = []
    private var listingWaiters: [CheckedContinuation<Void, Never>] = []
    private var isComparing = false
    private var comparers: [CheckedContinuation<Void, Never>] = []
    private let executor = BlockingExecutor(label: "contactsheet.indexer")
    private let currentProgress = Mutex(IndexProgress())
    private let listedOnce = Mutex(false)
    /// Protected by its own lock: what is read again beside the runs.
    let rereading = Mutex(Rereading())
    /// Rescans that were asked for and are not done.
    private let requestCount = Mutex(0)
    /// The last run that was asked for; nil once it has ended.
    private var running: Task<Void, any Error>?
    private var waiting: Waiting?

    /// Runs on the indexer's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Makes an indexer; nothing is done until `rescan`.
    /// - Parameters:
    ///   - roots: absolute paths of the folders that are served, none of them in another.
    ///   - clock: waits until a full data folder has space again.
    ///   - now: the time, for `addedDate` and the progress.
    public init(
        library: Library, decoder: any MediaDecoder, roots: [FileName], filter: PathFilter = PathFilter(), log: Log,
        clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Timestamp = { .now }
    ) {
        self.library = library
        self.decoder = decoder
        self.roots = roots
        self.filter = filter
        self.log = log
        self.clock = clock
        self.now = now
        opener = FileOpener(library)
        finder = SidecarFinder(opener: opener, filter: filter)
        grouper = Grouper(catalogue: library.catalogue)
    }

    /// Whether every folder was compared with the catalogue at least once. Never waits.
    public nonisolated var hasListedAll: Bool { listedOnce.withLock { $0 } }

    /// Begins to trust in being told of changes: files that are not whole yet are left alone until they are told of.
    func trust(_ teller: any ChangeTeller) { self.teller = teller }

    /// How far the indexer is. Never waits.
    ///
    /// Not idle from `requestRescan` on until what it asked for is done, so whoever asked and then looks is not misled.
    public nonisolated var progress: IndexProgress {
        var progress = currentProgress.withLock { $0 }
        let rereading = rereading.withLock { $0 }
        progress.filesReread = rereading.done
        progress.isRereading = rereading.isRunning
        if progress.phase == .idle, requestCount.withLock({ $0 > 0 }) { progress.phase = .listing }
        return progress
    }

    nonisolated func report(_ change: (inout IndexProgress) -> Void) { currentProgress.withLock { change(&$0) } }

    /// Brings the catalogue in step with the disk as it is from now on, and returns when that is done.
    /// - Parameter folder: what is to be looked at; nil for everything.
    /// - Throws: what the catalogue fails with, or `CancellationError` after `stop`. A full data folder is waited for.
    public func rescan(_ folder: FolderID? = nil) async throws {
        if let task = join(folder) { return try await task.value }
        let previous = running
        let task = Task {
            _ = await previous?.result
            let folders = waiting?.folders
            waiting = nil
            defer { if waiting == nil { running = nil } }
            try Task.checkCancellation()
            try await run(folders)
        }
        waiting = Waiting(folders: folder.map { [$0] }, task: task)
        running = task
        try await task.value
    }

    /// Asks for a rescan of everything and returns at once; a failure is in the progress and in the log.
    public nonisolated func requestRescan() {
        requestCount.withLock { $0 += 1 }
        Task {
            try? await rescan()
            requestCount.withLock { $0 -= 1 }
        }
    }

    private func join(_ folder: FolderID?) -> Task<Void, any Error>? {
        guard let waiting else { return nil }
        if let folder { self.waiting?.folders?.insert(folder) } else { self.waiting?.folders = nil }
        return waiting.task
    }

    /// Ends the run and those that wait, between two commits.
    public func stop() {
        waiting?.task.cancel()
        running?.cancel()
        endListing()
    }

    private func run(_ folders: Set<FolderID>?) async throws {
        report { $0 = IndexProgress() }
        defer {
            report { $0.phase = .idle }
            endListing()
        }
        do {
            var round = 1
            while try await !settle(folders), round < Self.roundLimit { round += 1 }
            let done = progress
            log.info(
                "the library is in step with its folders",
                [
                    "listed": done.filesListed, "read": done.filesRead, "failures": done.failures,
                    "unreadableFolders": done.unreadableFolders,
                ])
        } catch {
            report { $0.failure = "\(error)" }
            if !(error is CancellationError) { log.error("indexing ended early", ["reason": "\(error)"]) }
            throw error
        }
    }

    /// Lists and reads once; false where the disk changed meanwhile.
    private func settle(_ folders: Set<FolderID>?) async throws -> Bool {
        let isListed = try await comparing {
            if let folders { return try await list(folders) }
            let isSteady = try await list()
            listedOnce.withLock { $0 = true }
            return isSteady
        }
        endListing()
        let isRead = try await read()
        let changed = beside
        beside = []
        let unsteady = try await read(beside: changed)
        if !unsteady.isEmpty { teller?.read(unsteady.map(\.id)) }
        return isListed && isRead
    }

    private func endListing() {
        for waiter in listingWaiters { waiter.resume() }
        listingWaiters = []
    }

    /// Returns once the run that is under way, or the next, has listed all, or has ended early.
    func waitForListing() async {
        if hasListedAll { return }
        await withCheckedContinuation { listingWaiters.append($0) }
    }

    /// Returns once the runs that were asked for have ended.
    /// - Returns: whether there were any.
    func waitForRun() async -> Bool {
        guard let running else { return false }
        _ = await running.result
        return true
    }

    /// Does something for which nobody else may compare the catalogue with the disk meanwhile.
    func comparing<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        if isComparing {
            await withCheckedContinuation { comparers.append($0) }
        }
        isComparing = true
        defer {
            // The turn is handed on, so that nobody comes in between.
            if comparers.isEmpty { isComparing = false } else { comparers.removeFirst().resume() }
        }
        return try await body()
    }
}
