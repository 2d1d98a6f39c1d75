import Dispatch
import Glibc
@testable import FolderWatching
import Platform
import TestSupport
import Testing

/// Against the kernel; serialized, since one watcher is at work in a process at a time.
@Suite(.serialized) struct FolderWatcherTests {
    private let root: TemporaryDirectory
    private let outside: TemporaryDirectory

    init() throws {
        root = try TemporaryDirectory()
        outside = try TemporaryDirectory()
    }

    /// Watches the root with a mirror of it, and expects the mirror to be right at the end.
    private func watch(
        _ filter: PathFilter = PathFilter(),
        _ body: (LiveWatcher, FolderWatcher, inout DiskMirror) async throws -> Void
    ) async throws {
        try await LiveWatcher.run(try LiveWatcher(filter: filter), roots: [root.name]) { live, watcher in
            var mirror = DiskMirror(roots: [0: root.name])
            try await body(live, watcher, &mirror)
            try await live.settle(&mirror)
            #expect(mirror.files == DiskMirror.disk([0: root.name]))
        }
    }

    private func path(_ text: String) -> RootedPath { RootedPath(root: 0, path: FileName(text)) }

    @Test func tellsOfEachFile() async throws {
        try await watch { live, watcher, _ in
            try root.write([1], to: FileName("a.jpg"))
            try root.move("a.jpg", to: "b.jpg")
            try root.remove("b.jpg")
            let words = try await live.events().map { "\($0)" }
            #expect(words.count == 5)
            #expect(words.first?.contains("created") ?? false && words.last?.contains("deleted") ?? false)
            #expect(watcher.status.roots[0]?.mode == .watching)
            #expect(watcher.status.watchCount == 1)
        }
    }

    @Test func missesNothingInFreshTrees() async throws {
        try await watch { live, _, mirror in
            for round in 0..<5 {
                for number in 0..<200 { try root.write([1], to: FileName("\(round)/a\(number)/b/c/d/x.jpg")) }
                try await live.settle(&mirror)
                #expect(mirror.files.count == 200 * (round + 1))
                try root.remove("\(round)/a7/b/c/d/x.jpg")
                #expect(
                    try await live.events() == [
                        .entry(
                            .deleted, directory: path("\(round)/a7/b/c/d"), name: FileName("x.jpg"), isDirectory: false)
                    ])
                try root.write([1], to: FileName("\(round)/a7/b/c/d/x.jpg"))
            }
            #expect(mirror.rescanCount == 0)
        }
    }

    @Test func missesNothingOfACopiedTree() async throws {
        try await watch { live, _, mirror in
            for number in 0..<1_000 { try root.write([1], to: FileName("in/\(number % 50)/\(number).jpg")) }
            try await live.settle(&mirror)
            #expect(mirror.files.count == 1_000)
        }
    }

    @Test func knowsRenamedFolders() async throws {
        try await watch { live, _, mirror in
            try root.makeDirectories("a1/a2/a3")
            try root.move("a1", to: "b1")
            try root.write([1], to: FileName("b1/a2/a3/1.jpg"))
            try root.move("b1", to: "c1")
            try root.write([2], to: FileName("c1/a2/a3/2.jpg"))
            try root.makeDirectories("a1")
            try root.write([3], to: FileName("a1/3.jpg"))
            try await live.settle(&mirror)
            #expect(Set(mirror.files.keys) == [path("c1/a2/a3/1.jpg"), path("c1/a2/a3/2.jpg"), path("a1/3.jpg")])
            try root.move("c1/a2", to: "a1/d")
            try root.write([4], to: FileName("a1/d/a3/4.jpg"))
            let events = try await live.events()
            #expect(
                events.last
                    == .entry(.closedWrite, directory: path("a1/d/a3"), name: FileName("4.jpg"), isDirectory: false))
            mirror = DiskMirror(roots: mirror.roots)
            try root.move("a1/d", to: "z")
            mirror.rescan()
        }
    }

    @Test func entersWhatIsMovedIn() async throws {
        try await watch { live, _, mirror in
            for number in 0..<100 {
                try outside.write([1], to: FileName("full/\(number % 5)/s/\(number).jpg"))
                try outside.write([1], to: FileName("full2/\(number % 5)/s/\(number).jpg"))
            }
            try systemCall("rename") { rename(outside.path("full"), root.path("full")) }
            try root.makeDirectories("e")
            try systemCall("rename") { rename(outside.path("full2"), root.path("e")) }
            try await live.settle(&mirror)
            #expect(mirror.files.count == 200)
            try root.write([1], to: FileName("e/3/s/later.jpg"))
            try root.write([1], to: FileName("full/4/s/later.jpg"))
            #expect(try await live.events().count == 4)
            try systemCall("rename") { rename(root.path("e"), outside.path("gone")) }
            mirror = DiskMirror(roots: mirror.roots)
            try await live.settle(&mirror)
            try root.write([1], to: FileName("new.jpg"))
            mirror.rescan()
        }
    }

    @Test func pairsMoves() async throws {
        for number in 0..<50 { try root.write([1], to: FileName("\(number).jpg")) }
        for name in ["a", "b", "p", "x", "y"] { try root.write([1], to: FileName("\(name).jpg")) }
        try root.makeDirectories("sub")
        let before = DiskMirror.disk([0: root.name])
        try await watch { live, _, mirror in
            await withTaskGroup { group in
                for number in 0..<50 {
                    group.addTask { try? root.move("\(number).jpg", to: "sub/\(number).jpg") }
                }
            }
            try await live.settle(&mirror)
            #expect(mirror.moves.count == 50)
            for number in 0..<50 {
                #expect(mirror.files[path("sub/\(number).jpg")] == before[path("\(number).jpg")])
            }
            try systemCall("rename") { rename(root.path("p.jpg"), outside.path("p.jpg")) }
            try root.write([1], to: FileName("q.jpg"))
            try await live.settle(&mirror)
            #expect(mirror.moves.count == 50)
            try root.move("a.jpg", to: "t.jpg")
            try root.move("b.jpg", to: "a.jpg")
            try root.move("t.jpg", to: "b.jpg")
            try root.move("x.jpg", to: "y.jpg")
            try await live.settle(&mirror)
            #expect(mirror.files[path("a.jpg")] == before[path("b.jpg")])
            #expect(mirror.files[path("b.jpg")] == before[path("a.jpg")])
            #expect(mirror.files[path("y.jpg")] == before[path("x.jpg")])
        }
    }

    @Test func keepsOutOfExcludedFolders() async throws {
        let filter = PathFilter(excluding: [try Glob("no")])
        try root.makeDirectories(".hidden/a")
        try await watch(filter) { live, watcher, mirror in
            try root.write([1], to: FileName("no/1.jpg"))
            try root.write([1], to: FileName(".hidden/a/2.jpg"))
            #expect(try await live.events() == [])
            try root.write([1], to: FileName("yes/s/3.jpg"))
            _ = try await live.events()
            #expect(watcher.status.watchCount == 3)
            try root.move("yes", to: ".yes")
            let events = try await live.events()
            #expect(events.count == 1)
            try root.write([1], to: FileName(".yes/s/4.jpg"))
            #expect(try await live.events() == [])
            #expect(watcher.status.watchCount == 1)
            try root.move(".yes", to: "yes")
            try root.write([1], to: FileName("yes/s/5.jpg"))
            try await live.settle(&mirror)
            #expect(mirror.files.count == 3)
            mirror.rescan()
        }
    }

    @Test func takesEveryName() async throws {
        try await watch { live, _, mirror in
            try HardNames.write(to: root)
            try await live.settle(&mirror)
            #expect(Set(mirror.files.keys.map(\.path)) == Set(HardNames.all))
        }
    }

    @Test func findsItsWayAfterAnOverflow() async throws {
        try await watch { live, watcher, mirror in
            try root.write([1], to: FileName("d/first.jpg"))
            _ = try await live.events()
            live.gate.wait()
            for number in 0..<10_000 { try root.write([], to: FileName("d/\(number).jpg")) }
            try root.makeDirectories("e/f/g")
            for number in 0..<2_000 { try root.move("d/\(number).jpg", to: "e/f/g/\(number).jpg") }
            for number in 2_000..<3_000 { try root.remove("d/\(number).jpg") }
            live.gate.signal()
            try await live.settle(&mirror)
            #expect(watcher.status.overflowCount >= 1)
            #expect(mirror.rescanCount == 1)
            #expect(mirror.files == DiskMirror.disk([0: root.name]))
            #expect(watcher.status.watchCount == 5)
            try root.write([1], to: FileName("e/f/g/later.jpg"))
            try await live.settle(&mirror)
            #expect(mirror.files[path("e/f/g/later.jpg")] != nil)
            #expect(live.warnings.withLock { $0.joined() }.contains("max_queued_events"))
        }
    }

    @Test func noticesThatTheRootIsGoneAndBack() async throws {
        let top = root.name.appending(FileName("top"))
        try root.write([1], to: FileName("top/s/a.jpg"))
        try await LiveWatcher.run(try LiveWatcher(), roots: [top]) { live, watcher in
            try root.move("top", to: "away")
            #expect(try await live.events() == [.rootGone(0, .moved)])
            #expect(watcher.status.roots[0]?.mode == .offline)
            try root.write([1], to: FileName("away/s/b.jpg"))
            #expect(try await live.events() == [])
            try root.move("away", to: "top")
            try await watcher.check()
            let back: [WatchEvent] = [.rootBack(0), .rescan(path(""), .rootBack)]
            #expect(try await live.events() == back)
            try root.write([1], to: FileName("top/s/c.jpg"))
            #expect(try await live.events().count == 2)
            for name in ["s/a.jpg", "s/b.jpg", "s/c.jpg", "s", ""] { try root.remove("top/" + name) }
            // The kernel tells of it once nobody has it open any more, whoever that is.
            try await watcher.check()
            #expect(try await live.events().last == .rootGone(0, .deleted))
            #expect(watcher.status.watchCount == 0)
        }
    }

    @Test func noticesAnUnmount() async throws {
        let top = root.path("disk")
        try root.makeDirectories("disk")
        guard mount("none", top, "tmpfs", 0, nil) == 0 else { return }
        defer { umount2(top, CInt(MNT_DETACH)) }
        try root.write([1], to: FileName("disk/s/a.jpg"))
        try await LiveWatcher.run(try LiveWatcher(), roots: [FileName(top)]) { live, watcher in
            #expect(watcher.status.roots[0]?.fileSystem == "tmpfs")
            #expect(umount2(top, CInt(MNT_DETACH)) == 0)
            let events = try await live.events()
            #expect(events.contains(.rootGone(0, .unmounted)))
        }
    }

    @Test func watchesSeveralRoots() async throws {
        try await LiveWatcher.run(try LiveWatcher(), roots: [root.name, outside.name]) { live, watcher in
            var mirror = DiskMirror(roots: [0: root.name, 1: outside.name])
            try root.write([1], to: FileName("d/s/a.jpg"))
            try await live.settle(&mirror)
            try systemCall("rename") { rename(root.path("d"), outside.path("d")) }
            try outside.write([1], to: FileName("d/s/b.jpg"))
            try await live.settle(&mirror)
            #expect(mirror.moves.first?.to == RootedPath(root: 1, path: FileName("d")))
            #expect(mirror.files == DiskMirror.disk(mirror.roots))
            #expect(watcher.status.roots[0]?.watchCount == 1)
            #expect(watcher.status.roots[1]?.watchCount == 3)
            try await watcher.remove(root: 1)
            try outside.write([1], to: FileName("d/c.jpg"))
            #expect(try await live.events() == [])
            #expect(watcher.status.watchCount == 1)
        }
    }
}
