import FolderWatching
import PhotoLibrary
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Ingesting

/// The disk changes while it is looked at.
struct IndexerRaceTests {
    @Test func theStampIsThatOfTheContentThatWasRead() async throws {
        let world = try await RealWorld()
        try world.photos.write("short".utf8, to: "a.jpg")
        let photos = world.photos
        world.decoder.meddle(beforeOpening: { _ in try photos.write("much longer".utf8, to: "a.jpg") })
        try await world.indexer.rescan()
        #expect(try await world.asset("a.jpg")?.primary.stamp.size == 11)
        world.decoder.meddle()
        try await world.indexer.rescan()
        try await world.checkEqual()
    }

    /// What is there of it at first may be half a picture, which makes no sense.
    @Test(arguments: ["start", "bad half"])
    func aFileThatIsWrittenToIsReadAgain(start: String) async throws {
        let world = try await RealWorld(now: { .now })
        try world.photos.write(start.utf8, to: "a.jpg")
        let photos = world.photos
        let writes = Mutex(0)
        world.decoder.meddle(afterReading: { _ in
            let count = writes.withLock { writes -> Int in
                writes += 1
                return writes
            }
            if count == 1 { try photos.write("start and end".utf8, to: "a.jpg") }
        })
        try await world.indexer.rescan()
        try await world.checkEqual()
        #expect(world.decoder.names.count == 2)
        #expect(try await world.asset("a.jpg")?.primary.state == .ready)
    }

    @Test func aFileThatIsAlwaysWrittenToEndsNoRun() async throws {
        let world = try await RealWorld(now: { .now })
        try world.photos.write("0".utf8, to: "a.jpg")
        try world.photos.write("b".utf8, to: "b.jpg")
        let photos = world.photos
        let length = Mutex(1)
        world.decoder.meddle(afterReading: { name in
            guard name == "a.jpg" else { return }
            let count = length.withLock { length -> Int in
                length += 1
                return length
            }
            try photos.write(String(repeating: "x", count: count).utf8, to: "a.jpg")
        })
        try await world.indexer.rescan()
        #expect(try await world.asset("a.jpg")?.primary.state == .pending)
        #expect(try await world.asset("b.jpg")?.primary.state == .ready)
        world.decoder.meddle()
        try await world.indexer.rescan()
        try await world.checkEqual()
    }

    @Test func aFileThatMovesBeforeItIsReadIsFollowed() async throws {
        let world = try await RealWorld()
        try world.photos.write("a".utf8, to: "a.jpg")
        let photos = world.photos
        let isFirst = Mutex(true)
        world.decoder.meddle(beforeOpening: { _ in
            let moves = isFirst.withLock { isFirst -> Bool in
                defer { isFirst = false }
                return isFirst
            }
            if moves { try photos.move("a.jpg", to: "z.jpg") }
        })
        try await world.indexer.rescan()
        try await world.checkEqual()
        #expect(try await world.asset("z.jpg")?.primary.state == .ready)
    }

    @Test func aFolderAloneCanBeLookedAt() async throws {
        let world = try await RealWorld()
        for path in ["in/a.jpg", "in/deep/b.jpg", "out/c.jpg", "out/d.jpg"] {
            try world.photos.write(path.utf8, to: path)
        }
        try await world.indexer.rescan()
        let before = try await world.assets().mapValues(\.id)
        try world.photos.move("out/c.jpg", to: "in/deep/c.jpg")
        try world.photos.move("in/a.jpg", to: "in/deep/a.jpg")
        try world.photos.write("new".utf8, to: "in/new.jpg")
        try world.photos.write("not seen".utf8, to: "out/later.jpg")
        try await world.indexer.rescan(try world.folderID("in"))
        #expect(try await world.asset("out/later.jpg") == nil)
        #expect(try await world.asset("in/new.jpg") != nil)
        for (old, new) in [("out/c.jpg", "in/deep/c.jpg"), ("in/a.jpg", "in/deep/a.jpg"), ("out/d.jpg", "out/d.jpg")] {
            #expect(try await world.asset(new)?.id == before[FileName(world.photos.path(old))])
        }
        try await world.indexer.rescan()
        try await world.checkEqual()
    }

    /// A folder moves, another is made in its place, and from that a file moves on that is named like one of the first.
    @Test func aFileOfAFolderThatMovedIsNotTakenForOneOfItsSuccessor() async throws {
        let world = try await RealWorld()
        try world.photos.write("old".utf8, to: "3/0.jpg")
        try await world.indexer.rescan()
        let id = try #require(try await world.asset("3/0.jpg")?.id)
        try world.photos.move("3", to: "again")
        try world.photos.write("new".utf8, to: "again/9.jpg")
        try world.photos.write("other".utf8, to: "3/0.jpg")
        try world.photos.move("3/0.jpg", to: "b.jpg")
        func place(_ path: String) -> RootedPath { RootedPath(root: 0, path: FileName(path)) }
        var changes = PendingChanges()
        changes.moves = [
            PendingChanges.Move(from: place("3"), to: place("again"), isDirectory: true),
            PendingChanges.Move(from: place("3/0.jpg"), to: place("b.jpg"), isDirectory: false),
        ]
        changes.files = [place("3/0.jpg"), place("b.jpg"), place("again/9.jpg")]
        changes.directories = [place("3")]
        _ = try await world.indexer.update(changes)
        #expect(try await world.asset("again/0.jpg")?.id == id)
        #expect(try await world.asset("b.jpg") != nil)
    }
}
