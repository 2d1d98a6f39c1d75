import PhotoLibrary
import Platform
import Testing

@testable import Ingesting

/// When files are missing and nothing is removed.
struct ReconcilerOfflineTests {
    private let world = FakeWorld()
    private let root = FileName("/r")
    private var disk: FakeDisk { world.disk }
    private var isOnline: Bool? { world.folderID("/r").flatMap { world.folders[$0]?.isOnline } }

    init() {
        for (number, path) in ["a", "d/c", "m/x"].enumerated() {
            disk.save("/r/\(path).jpg", UInt64(number), size: Int64(1_000 + number))
        }
        world.run()
    }

    @Test func aMissingRootGoesOfflineAndComesBack() {
        let before = world.assets
        let mounted = disk.roots.removeValue(forKey: root)
        world.run()
        #expect(isOnline == false && world.assets == before)
        world.run()
        #expect(world.stepCount == 0)
        disk.roots[root] = mounted
        world.run()
        #expect(isOnline == true && world.assets == before && world.rereads.isEmpty)
        world.checkEqual()
    }

    @Test func anEmptyDirectoryInTheRootsPlaceIsAnUnmountedDisk() {
        let before = world.assets
        let mounted = disk.roots[root]
        disk.makeRoot(root, device: 7)
        disk.folder("/r/lost+found")
        world.run()
        #expect(isOnline == false && world.assets == before && world.folders.count == 3)
        disk.roots[root] = mounted
        world.run()
        #expect(isOnline == true && world.assets == before)
    }

    @Test func anEmptiedRootIsEmpty() {
        for path in ["/r/a.jpg", "/r/d", "/r/m"] { disk.remove(path) }
        world.run()
        #expect(isOnline == true && world.assets.isEmpty && world.tombstones.count == 3)
        world.checkEqual()
    }

    @Test func anotherDirectoryWithFilesIsTheRoot() {
        let id = world.id("/r/a.jpg")
        let old = disk.roots[root]
        disk.makeRoot(root, device: 7)
        disk.save("/r/a.jpg", 0, size: 1_000)
        disk.file("/r/a.jpg")?.modified = old?.files[FileName("a.jpg")]?.modified ?? 0
        world.run()
        #expect(isOnline == true && world.assets.count == 1 && world.id("/r/a.jpg") == id)
        world.checkEqual()
    }

    @Test func whatIsInAnUnreadableDirectoryStays() {
        let before = world.assets
        disk.folder("/r/d").error = SystemError(code: 13, call: "openat2")
        disk.remove("/r/d/c.jpg")
        world.run()
        #expect(world.assets == before)
        disk.folder("/r/d").error = nil
        world.run()
        world.checkEqual()
        #expect(world.assets.count == 2)
    }

    @Test func anUnreadableDirectoryThatWasRenamedKeepsWhatIsInIt() {
        disk.save("/r/d/e/f.jpg", 5)
        world.run()
        let before = world.assets.count
        disk.folder("/r/d").error = SystemError(code: 13, call: "openat2")
        disk.move("/r/d", "/r/n")
        world.run()
        // What it is can't be told without one file of it, so the old one and all in it are gone for now.
        #expect(world.assets.count == before - 2)
        disk.folder("/r/n").error = nil
        world.run()
        world.checkEqual()
        #expect(world.assets.count == before && world.tombstones.isEmpty)
    }

    @Test func aMountInTheTreeIsMissedAsARootIs() {
        let inner = disk.folder("/r/m")
        inner.device = 3
        world.run()
        let before = world.assets
        disk.folder("/r").folders[FileName("m")] = FakeDisk.Folder(inode: 9_999, device: 1)
        world.run()
        #expect(world.assets == before)
        disk.folder("/r").folders[FileName("m")] = inner
        world.run()
        #expect(world.assets == before)
        world.checkEqual()
    }

    @Test func aRootThatIsNotServedIsOffline() {
        let before = world.assets
        world.served = [FileName("/s")]
        disk.save("/s/n.jpg", 9)
        world.run()
        #expect(isOnline == false && world.assets.count == before.count + 1)
        world.served = [root, FileName("/s")]
        world.run()
        #expect(isOnline == true && world.rereads.isEmpty)
        world.checkEqual()
    }

    @Test func aRootServedUnderAnotherPathIsTheSame() {
        let ids = Set(world.assets.keys)
        disk.roots[FileName("/s")] = disk.roots.removeValue(forKey: root)
        world.served = [FileName("/s")]
        world.run()
        world.checkEqual()
        #expect(Set(world.assets.keys) == ids && world.folders.values.count { $0.parentID == nil } == 1)
    }

    @Test func aFolderServedInPlaceOfItsRootTakesItsAssetsAlong() {
        let id = world.id("/r/d/c.jpg")
        disk.roots[FileName("/d")] = disk.folder("/r/d")
        world.served = [FileName("/d")]
        world.run()
        #expect(world.id("/d/c.jpg") == id && world.assets.count == 3)
        #expect(world.rereads.isEmpty)
    }

    @Test func movesBetweenRootsAreMoves() {
        let id = world.id("/r/a.jpg")
        world.served = [root, FileName("/s")]
        disk.makeRoot(FileName("/s"))
        disk.move("/r/a.jpg", "/s/a.jpg")
        world.run()
        world.checkEqual()
        #expect(world.id("/s/a.jpg") == id)
    }
}
