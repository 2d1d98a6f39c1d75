import Platform
import Synchronization

/// The watcher's thread: reads events, keeps the map from watches to directories, and tells what happened.
///
/// 1. `nodes` is the truth about which watch is which directory; paths are made from it at the moment of an event.
/// 2. It changes in the order of the kernel's queue. A directory that was found in a listing before its event came is
///    known by its inode when the event comes.
/// 3. A directory is watched before it is listed.
/// 4. After an overflow nothing in the map can be trusted: all is made anew.
final class WatchLoop {
    /// What is handed over at once at most.
    static let batchSize = 1_024
    /// How long the second half of a directory's rename may take; then the directory went somewhere else.
    static let limboTime = Duration.seconds(1)
    /// How many ended watches the library may remember, some 20 MB, until all is made anew.
    static let residueLimit = 100_000

    struct Root {
        let path: FileName
        /// Nil while it can't be reached.
        var node: WatchedDirectory?
        var fileSystem = ""
        var watchCount = 0
        var polledCount = 0
    }

    let shared: WatcherShared
    let filter: PathFilter
    let log: Log
    private let handler: @Sendable ([WatchEvent]) -> Void
    let makeSource: @Sendable () throws(SystemError) -> any InotifySource
    let clock: @Sendable () -> MonotonicTime
    var source: any InotifySource
    var cookieWatch: CInt = -1
    var roots: [Int: Root] = [:]
    var nodes: [CInt: WatchedDirectory] = [:]
    /// Directories whose rename was half told, by its cookie.
    var limbo: [UInt32: (node: WatchedDirectory, since: MonotonicTime)] = [:]
    /// Directories without a watch, and which trees are compared from time to time on their behalf.
    var polled: [ObjectIdentifier: WatchedDirectory] = [:]
    var scheduled: [ObjectIdentifier: WatchedDirectory] = [:]
    var schedule = PollingSchedule<ObjectIdentifier>()
    var limit: WatchLimit?
    /// Whether the owner was told that watches ran out.
    var hasWarned = false
    var nextRootCheck: MonotonicTime?
    var overflowCount = 0
    private var eventCount = 0
    private var batch: [WatchEvent] = []
    private var lastPlace: (node: ObjectIdentifier, place: RootedPath)?
    private var isStopped = false
    private var stopped: (@Sendable () -> Void)?
    private var lastTick: MonotonicTime
    var limits = InotifyLimits()
    /// Whether the status is to be published.
    var isChanged = true

    init(
        shared: WatcherShared, filter: PathFilter, log: Log, handler: @escaping @Sendable ([WatchEvent]) -> Void,
        makeSource: @escaping @Sendable () throws(SystemError) -> any InotifySource,
        clock: @escaping @Sendable () -> MonotonicTime
    ) {
        self.shared = shared
        self.filter = filter
        self.log = log
        self.handler = handler
        self.makeSource = makeSource
        self.clock = clock
        lastTick = clock()
        source = BlindSource(SystemError(code: 0, call: "inotify_init"), wake: shared.wake)
    }

    func run() {
        openSource()
        runCommands(through: shared.last)
        while !isStopped {
            do throws(SystemError) {
                if let event = try source.next(waiting: secondsToWait()) {
                    eventCount += 1
                    handle(event)
                } else if source.isBlind {
                    runCommands(through: shared.last)
                }
                tick()
                flush()
            } catch {
                log.error("events can't be read; all directories are watched anew", ["reason": "\(error)"])
                renew(.watchLost)
            }
        }
        source.close()
        for item in shared.queue.withLock({ $0.close() }) { item.done() }
        stopped?()
    }

    /// Does what is due, looking once a second.
    private func tick() {
        let now = clock()
        guard now - lastTick >= .seconds(1) || source.isBlind else { return }
        lastTick = now
        tick(at: now)
    }

    func emit(_ event: WatchEvent) {
        batch.append(event)
        if batch.count >= Self.batchSize { flush() }
    }

    /// Hands over what was gathered.
    func flush() {
        publish()
        guard !batch.isEmpty else { return }
        handler(batch)
        batch.removeAll(keepingCapacity: true)
    }

    private func publish() {
        guard isChanged || !batch.isEmpty else { return }
        isChanged = false
        shared.status.withLock { status in
            status.roots = roots.mapValues { $0.status }
            status.isLimited = limit != nil
            status.overflowCount = overflowCount
            status.eventCount = eventCount
            status.limits = limits
        }
    }

    func runCommands(through number: Int) {
        for item in shared.queue.withLock({ $0.take(through: number) }) {
            run(item.command)
            flush()
            if isStopped { stopped = item.done } else { item.done() }
        }
    }

    private func run(_ command: WatchCommand) {
        switch command {
        case .add(let root, let path): add(root: root, at: path)
        case .remove(let root): remove(root: root)
        case .compared(let path, let took, let isChanged):
            if let node = roots[path.root]?.node?.descendant(at: path.path) {
                schedule.compared(ObjectIdentifier(node), took: took, isChanged: isChanged, at: clock())
            }
        case .check: check(at: clock())
        case .barrier: break
        case .stop: isStopped = true
        }
    }

    /// Where a directory is; most events in a row are of one.
    func place(of node: WatchedDirectory) -> RootedPath? {
        if let lastPlace, lastPlace.node == ObjectIdentifier(node) { return lastPlace.place }
        guard let place = node.place else { return nil }
        lastPlace = (ObjectIdentifier(node), place)
        return place
    }

    /// To be called whenever directories change their places.
    func forgetPlaces() { lastPlace = nil }
}
