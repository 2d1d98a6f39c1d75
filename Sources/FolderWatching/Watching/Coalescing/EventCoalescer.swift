public import Platform

/// Joins what the watcher tells into few places to look at. Pure: time is passed in, and the disk is never asked.
///
/// 1. A file comes out once it is whole: when it was closed after writing or renamed into place, at once; when nobody
///    was seen closing it, as unfinished.
/// 2. Both halves of a rename come out as one move, wherever they happened. A half without the other is a file
///    that is gone or has come.
/// 3. A save by way of another file (write aside and rename over; rename to a backup and write anew; delete and write
///    anew) comes out as one look at the file that was saved. The names in between don't come out.
/// 4. A change after a quiet time comes out within milliseconds; a storm comes out in batches.
/// 5. What is remembered is bounded: too many changes in a directory become a listing of it, too many in all a rescan.
///
/// After `add` and after `take`, ask `deadline` when to `take` next.
public struct EventCoalescer {
    /// How long a name may be missing between two steps of a save, and a rename's second half may take.
    static let absence = Duration.milliseconds(30)
    /// How long a name that looks passing, and a move to a backup, are held back: from the close of a copy to its rename
    /// lies an fsync(2) at most.
    static let transience = Duration.seconds(2)
    /// A passing name that is not closed belongs to a download; a listing finds it after a restart all the same.
    static let download = Duration.seconds(600)
    /// Most files of one directory that are remembered; then the directory is listed as a whole.
    static let directoryLimit = 10_000
    /// Most names remembered in all, some 20 MB; then whole roots are compared.
    static let limit = 50_000
    /// A batch of that many is worth a commit of its own.
    static let batchSize = 4_096

    struct HeldMove {
        var move: PendingChanges.Move
        /// Set while it waits whether the program at work writes the file anew.
        var heldUntil: MonotonicTime?
    }

    struct OpenMove {
        let place: EntryPlace
        let isDirectory: Bool
        let entry: PendingFile?
    }

    var files: [RootedPath: [FileName: PendingFile]] = [:]
    var directories: [RootedPath: PendingFile] = [:]
    var moves: [HeldMove] = []
    /// First halves of renames, by cookie.
    var openMoves: [UInt32: OpenMove] = [:]
    /// Whether the owner lists directories: then it may know of what was never told.
    var isListing = false
    var result = PendingChanges()
    var fileCount = 0
    var pace = FlushPace()
    /// Since when something can come out.
    var dueSince: MonotonicTime?
    var dueCount = 0

    var absences = HoldQueue<EntryPlace>(absence)
    var directoryAbsences = HoldQueue<RootedPath>(absence)
    var pairings = HoldQueue<UInt32>(absence)
    var transients = HoldQueue<EntryPlace>(transience)
    var holds = HoldQueue<PendingChanges.Move>(transience)
    var downloads = HoldQueue<EntryPlace>(download)
    var openFiles = HoldQueue<EntryPlace>(Stillness.open.duration)
    var foundFiles = HoldQueue<EntryPlace>(Stillness.found.duration)

    /// Makes a coalescer with nothing to tell.
    public init() {}

    /// Takes what happened, in the order of the events.
    public mutating func add(_ events: [WatchEvent], at now: MonotonicTime) {
        expire(at: now)
        for event in events {
            add(event, at: now)
            if fileCount + moves.count + directories.count + openMoves.count > Self.limit { collapse(at: now) }
        }
    }

    /// Says that a file is not whole yet, so that it comes out again when it may be.
    /// - Parameter path: where it was found; directories that it is in may have moved since.
    /// - Returns: where it is, as far as was told.
    public mutating func lookAgain(
        at path: RootedPath, _ stillness: Stillness, now: MonotonicTime
    ) -> RootedPath {
        var path = path
        for move in moves.lazy.map(\.move) where move.isDirectory && path.isWithin(move.from) {
            path = path.moved(from: move.from, to: move.to)
        }
        let place = EntryPlace(path)
        if entry(at: place) == nil {
            set(.unfinished(stillness, since: now), at: place, mayHaveExisted: true, isFresh: false, now: now)
        }
        return path
    }

    /// When to `take` next; nil while there is nothing to wait for.
    public var deadline: MonotonicTime? {
        let due = dueSince.map { dueCount >= Self.batchSize ? $0 : $0 + pace.delay(at: $0) }
        let waits = [
            due, absences.next, directoryAbsences.next, pairings.next, transients.next, holds.next, downloads.next,
            openFiles.next, foundFiles.next,
        ]
        return waits.compactMap { $0 }.min()
    }

    /// Whether all that happened has come out, but for files that somebody still writes.
    public var isSettled: Bool {
        dueSince == nil && moves.isEmpty && openMoves.isEmpty && directories.isEmpty
            && files.values.allSatisfy { $0.values.allSatisfy(\.isBeingWritten) }
    }

    /// Gives what is to be looked at now; nil where it is better to wait.
    /// - Parameter isUrgent: whether somebody waits for it, so that a storm is no reason to hold it back.
    public mutating func take(at now: MonotonicTime, isUrgent: Bool = false) -> PendingChanges? {
        expire(at: now)
        guard let dueSince else { return nil }
        guard isUrgent || dueCount >= Self.batchSize || dueSince + pace.delay(at: dueSince) <= now else { return nil }
        self.dueSince = nil
        dueCount = 0
        collect(at: now)
        if result.isEmpty { return nil }
        pace.flushed(at: now)
        defer { result = PendingChanges() }
        return result
    }

    mutating func markDue(at now: MonotonicTime) {
        if dueSince == nil { dueSince = now }
        dueCount += 1
    }

    private mutating func add(_ event: WatchEvent, at now: MonotonicTime) {
        switch event {
        case .entry(let kind, let directory, let name, let isDirectory):
            let place = EntryPlace(directory: directory, name: name)
            if isDirectory { addDirectory(kind, place, at: now) } else { addFile(kind, place, at: now) }
        case .appeared(let path):
            let old = directories[path]
            directories[path] = PendingFile(
                state: .due, mayHaveExisted: old?.mayHaveExisted ?? isListing, isFresh: true)
            markDue(at: now)
        case .rescan(let path, let reason): rescan(path, reason, at: now)
        case .rootGone(let root, let loss):
            forget(beneath: RootedPath(root: root))
            moves.removeAll { $0.move.from.root == root || $0.move.to.root == root }
            result.foundRoots.remove(root)
            result.lostRoots[root] = loss
            markDue(at: now)
        case .rootBack(let root):
            result.lostRoots[root] = nil
            result.foundRoots.insert(root)
            markDue(at: now)
        }
    }

    /// Looks at a tree as a whole; moves stay, since they tell what is the same.
    private mutating func rescan(_ path: RootedPath, _ reason: WatchEvent.RescanReason, at now: MonotonicTime) {
        markDue(at: now)
        if result.rescans.keys.contains(where: { path != $0 && path.isWithin($0) }) { return }
        forget(beneath: path)
        result.rescans[path] = reason
    }

    /// Drops what is pending in a tree.
    mutating func forget(beneath path: RootedPath) {
        for (directory, entries) in files where directory.isWithin(path) {
            fileCount -= entries.count
            files[directory] = nil
        }
        for directory in directories.keys where directory.isWithin(path) { directories[directory] = nil }
        for other in result.rescans.keys where other.isWithin(path) { result.rescans[other] = nil }
    }

    /// Gives up telling things one by one.
    private mutating func collapse(at now: MonotonicTime) {
        var roots = Set(files.keys.map(\.root) + directories.keys.map(\.root))
        for move in moves { roots.formUnion([move.move.from.root, move.move.to.root]) }
        for move in openMoves.values { roots.insert(move.place.directory.root) }
        moves = []
        openMoves = [:]
        for root in roots { rescan(RootedPath(root: root), .tooManyChanges, at: now) }
    }
}
