import PhotoLibrary
import Platform
import TestSupport
import Testing

@testable import Ingesting

/// Roots that come and go.
struct IndexerOfflineTests {
    @Test func aRootThatIsMissingAtFirstComesWithItsFiles() async throws {
        let world = try await RealWorld(roots: ["disk"])
        try await world.indexer.rescan()
        #expect(world.library.snapshot.roots.map(\.isOnline) == [false])
        try world.photos.write("a".utf8, to: "disk/a.jpg")
        try await world.indexer.rescan()
        #expect(world.library.snapshot.roots.map(\.isOnline) == [true])
        try await world.checkEqual()
    }

    @Test func aRootThatWasAwayComesBackAsItWas() async throws {
        var world = try await RealWorld(roots: ["disk"])
        for number in 0..<30 { try world.photos.write("\(number)".utf8, to: "disk/\(number % 3)/\(number).jpg") }
        try await world.indexer.rescan()
        let before = try await world.assets()
        try world.photos.move("disk", to: ".away")
        world = try await world.restarted(roots: ["disk"])
        try await world.indexer.rescan()
        #expect(try await world.assets() == before)
        #expect(world.library.snapshot.roots.map(\.isOnline) == [false])
        // What an unmounted disk leaves behind.
        try world.photos.makeDirectories("disk")
        try await world.indexer.rescan()
        #expect(try await world.assets() == before)
        #expect(world.library.snapshot.roots.map(\.isOnline) == [false])
        try world.photos.remove("disk")
        try world.photos.move(".away", to: "disk")
        try await world.indexer.rescan()
        #expect(try await world.assets() == before)
        #expect(world.library.snapshot.roots.map(\.isOnline) == [true])
        #expect(world.decoder.names.isEmpty)
    }

    @Test func pendingFilesOfAnOfflineRootWaitForIt() async throws {
        let world = try await RealWorld(roots: ["disk", "other"])
        try world.photos.write("a".utf8, to: "disk/a.jpg")
        try world.photos.write("b".utf8, to: "other/b.jpg")
        world.decoder.stop(after: 0)
        await #expect(throws: CancellationError.self) { try await world.indexer.rescan() }
        world.decoder.stop(after: nil)
        try world.photos.move("disk", to: ".away")
        try await world.indexer.rescan()
        #expect(world.decoder.names == ["b.jpg"])
        #expect(try await world.asset("disk/a.jpg")?.primary.state == .pending)
        try world.photos.move(".away", to: "disk")
        try await world.indexer.rescan()
        try await world.checkEqual()
    }

    @Test func anEmptiedRootIsEmpty() async throws {
        let world = try await RealWorld(roots: ["disk"])
        try world.photos.write("a".utf8, to: "disk/d/a.jpg")
        try await world.indexer.rescan()
        try world.photos.remove("disk/d/a.jpg")
        try world.photos.remove("disk/d")
        try await world.indexer.rescan()
        try await world.checkEqual()
        #expect(world.library.snapshot.assetCount == 0)
    }
}
