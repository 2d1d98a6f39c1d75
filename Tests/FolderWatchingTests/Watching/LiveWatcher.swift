import Dispatch
@testable import FolderWatching
import Platform
import Synchronization
import TestSupport

/// A watcher on folders of a test, a coalescer behind it, and a mirror of the disk behind that.
final class LiveWatcher: Sendable {
    private let watcher: FolderWatcher
    private let data: TemporaryDirectory
    private let gathered: Shared<[WatchEvent]>
    let warnings: Shared<[String]>
    /// While it is taken, the watcher's thread stands still at its next event.
    let gate: DispatchSemaphore

    /// A value that several threads touch.
    final class Shared<Value: Sendable>: Sendable {
        private let value: Mutex<Value>
        init(_ value: Value) { self.value = Mutex(value) }
        func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
            value.withLock { value in body(&value) }
        }
    }

    init(
        filter: PathFilter = PathFilter(),
        makeSource: @escaping @Sendable () throws(SystemError) -> any InotifySource = { () throws(SystemError) in
            try InotifyTools()
        },
        clock: @escaping @Sendable () -> MonotonicTime = { .now }
    ) throws {
        let data = try TemporaryDirectory()
        let gathered = Shared<[WatchEvent]>([])
        let warnings = Shared<[String]>([])
        let gate = DispatchSemaphore(value: 1)
        let log = Log(level: .warning) { line in
            warnings.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
        }
        (self.data, self.gathered, self.warnings, self.gate) = (data, gathered, warnings, gate)
        watcher = try FolderWatcher(
            cookies: data.name.appending(FileName("cookies")), filter: filter, log: log,
            handler: { events in
                gate.wait()
                gathered.withLock { $0 += events }
                gate.signal()
            }, makeSource: makeSource, clock: clock)
    }

    /// Runs `body` with a watcher and ends it after, since there can only be one.
    static func run(
        _ live: LiveWatcher, roots: [FileName], _ body: (LiveWatcher, FolderWatcher) async throws -> Void
    ) async throws {
        do {
            for (number, path) in roots.enumerated() { try await live.watcher.add(root: number, at: path) }
            try await body(live, live.watcher)
        } catch {
            try await live.watcher.stop()
            throw error
        }
        try await live.watcher.stop()
    }

    /// What happened since the last call.
    func events() async throws -> [WatchEvent] {
        try await watcher.barrier()
        return gathered.withLock { events in
            defer { events = [] }
            return events
        }
    }

    /// Brings a mirror in step with all that happened so far.
    func settle(_ mirror: inout DiskMirror) async throws {
        var coalescer = EventCoalescer()
        var now = MonotonicTime(nanoseconds: 0)
        coalescer.add(try await events(), at: now)
        while let deadline = coalescer.deadline {
            now = max(now, deadline)
            if let changes = coalescer.take(at: now, isUrgent: true) { mirror.apply(changes) }
        }
    }
}
