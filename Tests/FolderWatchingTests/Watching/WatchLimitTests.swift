@testable import FolderWatching
import Platform
import TestSupport
import Testing

@Suite(.serialized) struct WatchLimitTests {
    private let root: TemporaryDirectory

    init() throws { root = try TemporaryDirectory() }

    /// Runs on a clock that stands still, so that nothing is due but what the test asks for.
    private func run(
        _ supply: ScarceSource.Supply, _ body: (LiveWatcher, FolderWatcher) async throws -> Void
    ) async throws {
        let live = try LiveWatcher(
            makeSource: { () throws(SystemError) in try supply.makeSource() },
            clock: { MonotonicTime(nanoseconds: 0) })
        try await LiveWatcher.run(live, roots: [root.name], body)
    }

    @Test func pollsWhatItCannotWatchAndHeals() async throws {
        for number in 0..<50 { try root.write([1], to: FileName("\(number)/s/a.jpg")) }
        let supply = ScarceSource.Supply(watches: 30)
        try await run(supply) { live, watcher in
            #expect(watcher.status.roots[0]?.mode == .partlyWatching)
            #expect(watcher.status.isLimited)
            #expect(watcher.status.watchCount == 29)
            #expect(live.warnings.withLock { $0.count } == 1)
            #expect(live.warnings.withLock { $0.joined() }.contains("fs.inotify.max_user_watches"))
            try await watcher.check()
            #expect(try await live.events() == [])
            #expect(live.warnings.withLock { $0.count } == 1)
            supply.raise()
            try await watcher.check()
            var mirror = DiskMirror(roots: [0: root.name])
            mirror.rescan()
            try await live.settle(&mirror)
            #expect(mirror.rescanCount > 0)
            #expect(watcher.status.roots[0] == .init(mode: .watching, watchCount: 101, polledCount: 0, fileSystem: fs))
            for number in 0..<50 { try root.write([1], to: FileName("\(number)/s/b.jpg")) }
            try await live.settle(&mirror)
            #expect(mirror.files == DiskMirror.disk([0: root.name]))
        }
    }

    private var fs: String { (try? FileSystemKind(at: root.name).name) ?? "" }

    @Test func worksWithoutInotifyAndHeals() async throws {
        try root.write([1], to: FileName("d/a.jpg"))
        let supply = ScarceSource.Supply(instances: 0)
        try await run(supply) { live, watcher in
            #expect(watcher.status.roots[0]?.mode == .polling)
            #expect(live.warnings.withLock { $0.joined() }.contains("max_user_instances"))
            try root.write([1], to: FileName("d/b.jpg"))
            #expect(try await live.events() == [])
            supply.raise()
            try await watcher.check()
            let events = try await live.events()
            #expect(events == [.rescan(RootedPath(root: 0), .watchedAgain)])
            #expect(watcher.status.roots[0]?.mode == .watching)
            try root.write([1], to: FileName("d/c.jpg"))
            #expect(try await live.events().count == 2)
        }
    }

    @Test func pollsLessOftenWhatDoesNotChange() {
        var schedule = PollingSchedule<String>()
        var now = MonotonicTime(nanoseconds: 0)
        schedule.add("a", at: now)
        var waits: [Duration] = []
        for number in 0..<8 {
            guard let next = schedule.next else { break }
            waits.append(next - now)
            now = next
            let (due, again) = (schedule.takeDue(at: now), schedule.takeDue(at: now))
            #expect(due == ["a"] && again == [])
            schedule.compared("a", took: .milliseconds(10), isChanged: number == 6, at: now)
        }
        #expect(waits == [5, 10, 20, 40, 60, 60, 60, 5].map { .seconds($0) })
    }

    @Test(arguments: [(4, 80), (100, 2_000), (1_000, 3_600)])
    func spendsASmallPartOfTheTimeOnPolling(_ seconds: Int, _ wait: Int) {
        var schedule = PollingSchedule<String>()
        let now = MonotonicTime(nanoseconds: 0)
        schedule.add("a", at: now)
        schedule.compared("a", took: .seconds(seconds), isChanged: true, at: now)
        #expect(schedule.next == now + .seconds(wait))
    }

    @Test func asksForWatchesAgain() {
        let start = MonotonicTime(nanoseconds: 0)
        var limit = WatchLimit(value: 100, at: start)
        #expect(limit.nextCheck == start + .seconds(5))
        var raised = limit
        let early = limit.isOver(current: 100, at: start + .seconds(5))
        let afterRaise = raised.isOver(current: 200, at: start + .seconds(6))
        let afterWait = limit.isOver(current: 100, at: start + .seconds(10))
        #expect(!early && afterRaise && afterWait)
        var second = WatchLimit(value: 100, after: limit, at: start)
        let (tooEarly, inTime) = (
            second.isOver(current: 100, at: start + .seconds(19)), second.isOver(current: 100, at: start + .seconds(20))
        )
        #expect(!tooEarly && inTime)
    }
}
