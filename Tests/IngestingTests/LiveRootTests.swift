import FolderWatching
import Glibc
import PhotoLibrary
import Platform
import TestSupport
import Testing

@testable import Ingesting

/// Roots that come and go while they are watched.
@Suite(.serialized)
struct LiveRootTests {
    /// Whether file systems can be mounted.
    static let canMount = geteuid() == 0 && access("/bin/mount", X_OK) == 0

    private func fill(_ photos: TemporaryDirectory, _ folder: String) throws {
        for number in 0..<20 { try photos.write("picture \(number)".utf8, to: FileName("\(folder)/\(number).jpg")) }
    }

    /// Waits until the watcher has found out what became of the root, and the library has it.
    private func settle(_ live: LiveWorld, isOnline: Bool) async throws {
        try await live.ingester.check()
        #expect(await live.ingester.settle(within: .seconds(20)))
        #expect(live.world.library.snapshot.roots.map(\.isOnline) == [isOnline])
    }

    private func ids(_ live: LiveWorld) async throws -> Set<AssetID> { Set(try await live.ids().values) }

    @Test(.enabled(if: canMount, "mounting needs root"))
    func anUnmountedRootIsOfflineAndComesBack() async throws {
        try await LiveWorld.run(
            roots: ["mount"],
            before: { photos in
                try photos.makeDirectories("mount")
                try fill(photos, "disk")
                try RunningProgram(
                    FileName("/bin/mount"),
                    [FileName("--bind"), FileName(photos.path("disk")), FileName(photos.path("mount"))]
                ).waitForEnd()
            }
        ) { live in
            let before = try await ids(live)
            #expect(before.count == 20)
            try await live.shell(#"umount -l "$ROOT/mount""#)
            try await settle(live, isOnline: false)
            #expect(try await ids(live) == before)
            #expect(live.takeCounts().removed == 0)
            try await live.shell(#"mount --bind "$ROOT/disk" "$ROOT/mount""#)
            try await settle(live, isOnline: true)
            #expect(try await ids(live) == before)
            let counts = live.takeCounts()
            #expect(counts.removed == 0 && counts.inserted == 0)
            // It is watched again.
            try live.photos.write("later".utf8, to: FileName("disk/later.jpg"))
            try await settle(live, isOnline: true)
            #expect(try await ids(live).count == 21)
            try await live.shell(#"umount -l "$ROOT/mount""#)
        }
    }

    @Test func aRootThatIsMadeAnewIsOfflineUntilItIsBack() async throws {
        try await LiveWorld.run(roots: ["root"], before: { try fill($0, "root") }) { live in
            let before = try await ids(live)
            try live.photos.move("root", to: "aside")
            try live.photos.makeDirectories("root")
            try await settle(live, isOnline: false)
            #expect(try await ids(live) == before)
            try live.photos.remove("root")
            try live.photos.move("aside", to: "root")
            try await settle(live, isOnline: true)
            #expect(try await ids(live) == before)
            #expect(live.takeCounts().removed == 0)
            try live.photos.move("root/1.jpg", to: "root/moved.jpg")
            try await settle(live, isOnline: true)
            #expect(try await ids(live) == before)
        }
    }

    @Test func aRootThatIsNotThereAtTheStartIsFound() async throws {
        try await LiveWorld.run(roots: ["root"]) { live in
            #expect(live.ingester.watchStatus?.roots[0]?.mode == .offline)
            try fill(live.photos, "aside")
            try live.photos.move("aside", to: "root")
            try await settle(live, isOnline: true)
            #expect(try await ids(live).count == 20)
            #expect(live.ingester.watchStatus?.roots[0]?.mode == .watching)
        }
    }

    @Test func filesMoveFromRootToRoot() async throws {
        try await LiveWorld.run(
            roots: ["one", "two"],
            before: { photos in
                try photos.makeDirectories("two")
                try fill(photos, "one/in")
            }
        ) { live in
            let before = try await ids(live)
            try live.photos.move("one/in", to: "two/in")
            #expect(await live.ingester.settle(within: .seconds(20)))
            #expect(try await ids(live) == before)
            let counts = live.takeCounts()
            #expect(counts.removed == 0 && counts.inserted == 0)
        }
    }
}
