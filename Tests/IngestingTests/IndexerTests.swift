import FolderWatching
import Glibc
import MediaDecoding
import PhotoLibrary
import Platform
import TestSupport
import Testing

@testable import Ingesting

/// From a folder to a library and back to a folder that changed.
struct IndexerTests {
    @Test func everyHardNameIsAnAssetOfItsOwn() async throws {
        let world = try await RealWorld()
        try HardNames.write(to: world.photos)
        try await world.indexer.rescan()
        try await world.checkEqual()
        let assets = try await world.assets()
        #expect(assets.count == 44)
        let opener = FileOpener(world.library)
        for (number, name) in HardNames.all.enumerated() {
            let asset = try #require(assets[world.photos.name.appending(name)])
            let file = try opener.open(asset.primary.filename, in: asset.folderID)
            #expect(try file.read(count: 64, at: 4) == Array("#\(number)".utf8))
        }
        #expect(world.indexer.progress.filesRead == 44 && world.indexer.progress.phase == .idle)
    }

    @Test func unchangedFilesAreNotOpenedAgain() async throws {
        var world = try await RealWorld()
        for number in 0..<5 { try world.photos.write([1, UInt8(number)], to: "d/\(number).jpg") }
        try world.photos.write(Array("bad".utf8), to: "bad.jpg")
        try await world.indexer.rescan()
        let before = try await world.assets()
        let version = world.library.snapshot.version
        world = try await world.restarted()
        try await world.indexer.rescan()
        #expect(world.decoder.names.isEmpty)
        #expect(try await world.assets() == before)
        #expect(world.library.snapshot.version == version)
    }

    @Test("what can't be read again stays as it was known, with the reason, until it can be")
    func failedRereading() async throws {
        struct Unreadable: Error {}
        let world = try await RealWorld()
        try world.photos.write([1, 2, 3], to: "a.jpg")
        try await world.indexer.rescan()
        let before = try #require(try await world.asset("a.jpg"))
        world.decoder.meddle(beforeOpening: { _ in throw Unreadable() })
        try await world.indexer.reread(before.id)
        let failed = try #require(try await world.asset("a.jpg"))
        #expect(failed.primary.state == .ready && failed.captureDate == before.captureDate)
        #expect(failed.primary.problems.map(\.code) == ["unreadable"])
        world.decoder.meddle()
        try await world.indexer.reread(before.id)
        #expect(try await world.asset("a.jpg") == before)
    }

    @Test func whatMovedWhileTheServerWasOffIsTheSame() async throws {
        var world = try await RealWorld()
        for path in ["a.jpg", "b.jpg", "d/c.jpg", "d/e/f.jpg"] { try world.photos.write(path.utf8, to: path) }
        try await world.indexer.rescan()
        let before = try await world.assets().mapValues(\.id)
        let folder = try world.folderID("d")
        try world.photos.makeDirectories("x")
        try world.photos.move("a.jpg", to: "x/z.jpg")
        try world.photos.move("d", to: "x/y")
        try world.photos.write("copy".utf8, to: "b.jpg.part")
        try world.photos.move("b.jpg.part", to: "b.jpg")
        world = try await world.restarted()
        try await world.indexer.rescan()
        try await world.checkEqual()
        for (old, new) in [
            ("a.jpg", "x/z.jpg"), ("b.jpg", "b.jpg"), ("d/c.jpg", "x/y/c.jpg"), ("d/e/f.jpg", "x/y/e/f.jpg"),
        ] {
            #expect(try await world.asset(new)?.id == before[FileName(world.photos.path(old))])
        }
        #expect(try world.folderID("x/y") == folder)
        // Only the file that was saved anew was opened.
        #expect(world.decoder.names == ["b.jpg"])
    }

    @Test func whatCanNotBeReadIsShownWithItsReason() async throws {
        let world = try await RealWorld()
        try world.photos.write("bad".utf8, to: "html.jpg")
        try await world.indexer.rescan()
        let asset = try #require(try await world.asset("html.jpg"))
        #expect(asset.primary.state == .unreadable && asset.mediaType == .image)
        #expect(asset.primary.problems.map(\.code) == ["damaged"])
        #expect(asset.captureDate?.source == "file:modified")
        #expect(asset.primary.fingerprint != nil)
        #expect(world.indexer.progress.failures == 1)
        try world.photos.write("good now".utf8, to: "html.jpg")
        try await world.indexer.rescan()
        let healed = try #require(try await world.asset("html.jpg"))
        #expect(healed.id == asset.id && healed.primary.state == .ready && healed.primary.problems.isEmpty)
    }

    @Test func aFileWithoutPermissionIsReadOnceItHasIt() async throws {
        let world = try await RealWorld()
        for name in ["a.jpg", "m.jpg", "z.jpg"] { try world.photos.write(name.utf8, to: name) }
        world.decoder.meddle(beforeOpening: { name in
            if name == "m.jpg" { throw SystemError(code: EACCES, call: "openat2", subject: name) }
        })
        try await world.indexer.rescan()
        #expect(try await world.asset("m.jpg")?.primary.problems.map(\.code) == ["unreadable"])
        #expect(try await world.assets().values.count { $0.primary.state == .ready } == 2)
        world.decoder.meddle()
        #expect(chmod(world.photos.path("m.jpg"), 0o640) == 0)
        try await world.indexer.rescan()
        try await world.checkEqual()
        #expect(try await world.asset("m.jpg")?.primary.state == .ready)
    }

    @Test func linksAndLoopsAddNothing() async throws {
        let world = try await RealWorld()
        try world.photos.write("p".utf8, to: "a/p.jpg")
        try world.photos.write("q".utf8, to: "b/q.jpg")
        for (path, target) in [
            ("loop", "."), ("a/up", "../.."), ("a/l", "../b"), ("b/l", "../a"), ("self", "self"),
            ("dead.jpg", "missing.jpg"), ("alias.jpg", "a/p.jpg"),
        ] { try world.photos.link(path, to: target) }
        try await world.indexer.rescan()
        try await world.checkEqual()
        #expect(world.library.snapshot.assetCount == 2)
    }

    @Test func contentDecidesWhereTheNameDoesNotTell() async throws {
        let world = try await RealWorld()
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array("JFIF and more".utf8)
        for path in ["noext", ".jpg", "x.jpg ", "a.weird"] { try world.photos.write(jpeg, to: path) }
        for path in ["README", "LICENSE", "data.weird", "empty"] { try world.photos.write("words".utf8, to: path) }
        try world.photos.write([] as [UInt8], to: "empty")
        try await world.indexer.rescan()
        let names = try await world.assets().keys.map(\.lastComponent.description).sorted()
        #expect(names == [".jpg", "a.weird", "noext", "x.jpg "])
    }

    @Test func aRunThatEndedAnywhereIsTakenUp() async throws {
        var world = try await RealWorld()
        for number in 0..<200 { try world.photos.write("\(number)".utf8, to: "\(number % 7)/\(number).jpg") }
        world.decoder.stop(after: 50)
        await #expect(throws: CancellationError.self) { try await world.indexer.rescan() }
        let ids = Set(try await world.assets().values.map(\.id))
        #expect(ids.count == 200)
        world = try await world.restarted()
        world.decoder.stop(after: nil)
        try await world.indexer.rescan()
        try await world.checkEqual()
        #expect(Set(try await world.assets().values.map(\.id)) == ids)
    }

    @Test func aFullDataFolderIsWaitedFor() async throws {
        let world = try await RealWorld()
        for number in 0..<20 { try world.photos.write("\(number)".utf8, to: "\(number).jpg") }
        world.catalogue.fill(for: 7)
        try await world.indexer.rescan()
        try await world.checkEqual()
        // 1 + 2 + 4 + 8 + 16 + 30 + 30 seconds.
        #expect(world.clock.now.offset == .seconds(91))
    }

    @Test func whoAsksWhileARunWaitsJoinsIt() async throws {
        let world = try await RealWorld()
        try world.photos.write("x".utf8, to: "x.jpg")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 { group.addTask { try await world.indexer.rescan() } }
            try await group.waitForAll()
        }
        try await world.checkEqual()
        #expect(world.catalogue.runCount < 50)
        #expect(world.decoder.names == ["x.jpg"])
    }

    @Test func nothingOutsideOfTheRootIsOpened() async throws {
        let world = try await RealWorld()
        let outside = try TemporaryDirectory()
        try outside.write("secret".utf8, to: "p.jpg")
        try world.photos.write("mine".utf8, to: "d/p.jpg")
        try await world.indexer.rescan()
        let asset = try #require(try await world.asset("d/p.jpg"))
        try world.photos.move("d", to: "e")
        try world.photos.link("d", to: outside.path)
        let opener = FileOpener(world.library)
        #expect(throws: SystemError.self) { _ = try opener.open(asset.primary.filename, in: asset.folderID) }
        #expect(throws: SystemError.self) { _ = try opener.open(FileName("../p.jpg"), in: asset.folderID) }
        #expect(throws: SystemError.self) { _ = try opener.open(asset.primary.filename, in: FolderID(rawValue: 1)) }
    }
}
