public import Platform
import Synchronization

/// Tells what changes on disk in a number of folders, by way of the kernel (inotify(7)).
///
/// One thread of its own does all of it. Only directories are watched, and each is watched before it is listed, so that
/// nothing is missed in between. Directories that the filter does not enter are not watched, and nothing is told
/// of them. Where the kernel can't watch (network file systems, limits), `rescan` events come from time to time instead, and
/// it is tried again by itself. While nothing happens, the thread sleeps.
///
/// There is one at work in a process: another one waits until the first was stopped.
public final class FolderWatcher: Sendable {
    private let shared: WatcherShared

    /// Starts the thread.
    /// - Parameters:
    ///   - cookies: absolute path of a directory of our own, made where it is not, in no watched folder.
    ///   - filter: which directories are entered.
    ///   - handler: takes events in order, on the watcher's thread. It must be quick: while it works, the kernel's
    ///     queue fills.
    public convenience init(
        cookies: FileName, filter: PathFilter = PathFilter(), log: Log,
        handler: @escaping @Sendable ([WatchEvent]) -> Void
    ) throws(SystemError) {
        try self.init(cookies: cookies, filter: filter, log: log, handler: handler) { () throws(SystemError) in
            try InotifyTools()
        }
    }

    init(
        cookies: FileName, filter: PathFilter, log: Log, handler: @escaping @Sendable ([WatchEvent]) -> Void,
        makeSource: @escaping @Sendable () throws(SystemError) -> any InotifySource,
        clock: @escaping @Sendable () -> MonotonicTime = { .now }
    ) throws(SystemError) {
        let shared = WatcherShared(cookie: try CookieFile(in: cookies))
        self.shared = shared
        try startThread(named: "watcher") {
            WatchLoop(
                shared: shared, filter: filter, log: log, handler: handler, makeSource: makeSource, clock: clock
            ).run()
        }
    }

    /// Watches one more folder; returns once all its directories are watched, and not before what is found missing
    /// (`rootGone`) was told. Scan it after that: what changes from then on is told.
    /// - Parameters:
    ///   - root: the number that its events carry.
    ///   - path: absolute path; not within another root.
    public func add(root: Int, at path: FileName) async throws {
        try await perform(.add(root: root, path: path))
    }

    /// Watches a folder no longer; nothing is told of it after this returns.
    public func remove(root: Int) async throws { try await perform(.remove(root: root)) }

    /// Returns once the handler has been given all that happened on disk before the call, where it is watched. What is
    /// polled is not looked at.
    public func barrier() async throws { try await perform(.barrier) }

    /// Looks for lost roots and tries to watch what is polled for lack of watches, now rather than in some seconds.
    public func check() async throws { try await perform(.check) }

    /// Takes note that the tree at `path`, for which there was a `rescan`, was compared; it is polled the more
    /// seldom the longer that took and the less it changes.
    public func compared(_ path: RootedPath, took: Duration, isChanged: Bool) throws(SystemError) {
        try shared.send(.compared(path, took: took, isChanged: isChanged))
    }

    /// How well the roots are watched. Never waits.
    public var status: WatcherStatus { shared.status.withLock { $0 } }

    /// Ends the thread; the handler is not called after this returns.
    public func stop() async throws { try await perform(.stop) }

    private func perform(_ command: WatchCommand) async throws {
        try await withCheckedThrowingContinuation { continuation in
            do throws(SystemError) {
                try shared.send(command) { continuation.resume() }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
