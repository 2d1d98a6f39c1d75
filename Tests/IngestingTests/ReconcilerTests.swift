import FolderWatching
import PhotoLibrary
import Platform
import Testing

@testable import Ingesting

/// How files are known again: each test changes the disk between two runs.
struct ReconcilerTests {
    private let world = FakeWorld()
    private var disk: FakeDisk { world.disk }

    /// Runs, changes the disk, runs again, and gives the ids of these paths as they were in between.
    private func ids(_ paths: String...) -> [AssetID?] { paths.map { world.id($0) } }

    init() {
        for (number, path) in ["a", "b", "d/c", "d/e/f"].enumerated() {
            disk.save("/r/\(path).jpg", UInt64(number), size: Int64(1_000 + number))
        }
        world.run()
        world.checkEqual()
        #expect(world.assets.count == 4)
    }

    @Test func unchangedIsNotTouched() {
        world.run()
        #expect(world.stepCount == 0)
        #expect(world.rereads.isEmpty && world.openedCount == 0)
    }

    /// It is seen at its place, and again where it went; or where it was, and again at its place.
    @Test(arguments: [false, true], ["/r/d/a.jpg", "/r/d/e/a.jpg", "/r/0.jpg"])
    func aFileThatMovesWhileItIsLookedForKeepsItsID(returns: Bool, away: String) {
        let before = ids("/r/a.jpg", "/r/b.jpg")
        let (old, new) = returns ? (away, "/r/a.jpg") : ("/r/a.jpg", away)
        if returns { disk.move("/r/a.jpg", away) }
        world.run(whileScanning: { disk.move(old, new) })
        world.checkEqual()
        #expect(ids(new, "/r/b.jpg") == before)
        world.run()
        #expect(world.stepCount == 0)
    }

    /// The place where it goes was another's, which is gone.
    @Test func aFileThatMovesOntoAnotherWhileItIsLookedForKeepsItsID() {
        let before = ids("/r/a.jpg")
        world.run(whileScanning: { disk.move("/r/a.jpg", "/r/d/c.jpg") })
        world.checkEqual()
        #expect(ids("/r/d/c.jpg") == before)
    }

    /// A link made while the disk is looked at is another asset.
    @Test func aFileThatIsLinkedWhileItIsLookedForIsTwo() {
        let before = ids("/r/a.jpg")
        world.run(whileScanning: { disk.link("/r/a.jpg", "/r/d/a.jpg") })
        world.checkEqual()
        #expect(ids("/r/a.jpg") == before && world.assets.count == 5)
    }

    @Test func renamedAndMovedFilesKeepTheirIDs() {
        let before = ids("/r/a.jpg", "/r/d/c.jpg")
        disk.move("/r/a.jpg", "/r/z.jpg")
        disk.move("/r/d/c.jpg", "/r/new/c.jpg")
        world.run()
        world.checkEqual()
        #expect(ids("/r/z.jpg", "/r/new/c.jpg") == before)
        #expect(world.rereads.isEmpty && world.openedCount == 0)
    }

    @Test func renamedFolderKeepsAllIDs() {
        let before = ids("/r/d/c.jpg", "/r/d/e/f.jpg")
        let folders = [world.folderID("/r/d"), world.folderID("/r/d/e")]
        disk.move("/r/d", "/r/x/y")
        world.run()
        world.checkEqual()
        #expect(ids("/r/x/y/c.jpg", "/r/x/y/e/f.jpg") == before)
        #expect([world.folderID("/r/x/y"), world.folderID("/r/x/y/e")] == folders)
        // The new folder and the one that is in it now; no asset is touched.
        #expect(world.stepCount == 2)
    }

    @Test func nothingIsInItself() throws {
        let root = try #require(world.folders.values.first { $0.parentID == nil })
        let known = try #require(world.folderID("/r/d").flatMap { world.folders[$0] })
        var reconciler = Reconciler(
            folders: FolderMap([root, known]), records: nil, roots: [], identifiers: world.identifiers)
        // Listed beneath the place where it is known, since another directory has taken that place.
        reconciler.begin(in: known.id)
        reconciler.visit(
            ScannedDirectory(
                number: 0, parent: nil, name: FileName("in"), device: known.device, inode: known.inode))
        reconciler.endScans()
        #expect(reconciler.folders[known.id] == known)
        #expect(reconciler.folders.ancestors(of: known.id) == [root.id])
    }

    @Test func foldersThatChangedNamesKeepTheirIDs() {
        disk.save("/r/g/h.jpg", 9)
        world.run()
        let before = [world.folderID("/r/d"), world.folderID("/r/g")]
        disk.move("/r/d", "/r/t")
        disk.move("/r/g", "/r/d")
        disk.move("/r/t", "/r/g")
        world.run()
        world.checkEqual()
        #expect([world.folderID("/r/g"), world.folderID("/r/d")] == before)
    }

    @Test func aFolderInItsFormerInnerOneKeepsItsID() {
        let before = [world.folderID("/r/d"), world.folderID("/r/d/e")]
        disk.move("/r/d/e", "/r/e")
        disk.move("/r/d", "/r/e/d")
        world.run()
        world.checkEqual()
        #expect([world.folderID("/r/e/d"), world.folderID("/r/e")] == before)
    }

    @Test func aNewFolderInTheOldPlaceIsNew() {
        let before = world.folderID("/r/d")
        disk.move("/r/d", "/r/old")
        disk.save("/r/d/n.jpg", 77)
        world.run()
        world.checkEqual()
        #expect(world.folderID("/r/old") == before)
        #expect(world.folderID("/r/d") != before)
    }

    @Test func aFolderMadeWithTheNumberOfARemovedOneIsNew() {
        // The camera numbers from the start again, and the file system, too.
        let before = (world.id("/r/d/c.jpg"), world.folderID("/r/d"), disk.folder("/r/d").inode)
        disk.remove("/r/d")
        #expect(disk.folder("/r/k").inode == before.2)
        disk.save("/r/k/c.jpg", 99, size: 5)
        world.run()
        world.checkEqual()
        #expect(world.id("/r/k/c.jpg") != before.0)
        #expect(world.folderID("/r/k") != before.1)
    }

    @Test func filesThatChangedNamesKeepTheirIDs() {
        let before = ids("/r/a.jpg", "/r/b.jpg")
        disk.move("/r/a.jpg", "/r/t.jpg")
        disk.move("/r/b.jpg", "/r/a.jpg")
        disk.move("/r/t.jpg", "/r/b.jpg")
        world.run()
        world.checkEqual()
        #expect(ids("/r/b.jpg", "/r/a.jpg") == before)
        #expect(world.assets.count == 4 && world.tombstones.isEmpty)
    }

    @Test func aFileMovedOverAnotherReplacesIt() {
        let before = ids("/r/a.jpg", "/r/b.jpg")
        disk.move("/r/a.jpg", "/r/b.jpg")
        world.run()
        world.checkEqual()
        #expect(world.id("/r/b.jpg") == before[0])
        #expect(world.tombstones.keys.map { $0 } == [before[1]])
    }

    @Test func savedInPlaceOrByRenameStaysItself() {
        let before = ids("/r/a.jpg", "/r/b.jpg")
        disk.save("/r/a.jpg", 50, size: 7)
        disk.edit("/r/b.jpg", 51, size: 8)
        world.run()
        world.checkEqual()
        #expect(ids("/r/a.jpg", "/r/b.jpg") == before)
        #expect(world.rereads == Set(before.compactMap { $0 }))
    }

    @Test func anotherFileOfTheSameSizeAndTimeIsRead() throws {
        let before = ids("/r/a.jpg")
        let old = try #require(disk.file("/r/a.jpg"))
        let new = disk.save("/r/a.jpg", 50, size: old.size)
        new.modified = old.modified
        world.run()
        world.checkEqual()
        #expect(ids("/r/a.jpg") == before)
        #expect(world.rereads == Set(before.compactMap { $0 }))
    }

    @Test func changedAttributesAreNoReasonToRead() {
        disk.changeAttributes("/r/a.jpg")
        world.run()
        world.checkEqual()
        #expect(world.stepCount == 1 && world.openedCount == 1 && world.rereads.isEmpty)
    }

    @Test func aContentBehindTheSameTimeAndLengthIsReadAgain() throws {
        let asset = try #require(world.asset("/r/a.jpg"))
        disk.editInSecret("/r/a.jpg", 99)
        world.run()
        world.checkEqual()
        #expect(world.rereads == [asset.id] && world.asset("/r/a.jpg")?.id == asset.id)
        world.run()
        #expect(world.stepCount == 0 && world.openedCount == 0)
    }

    @Test func whatWasUnreadableIsReadAgainWhenItsAttributesChange() throws {
        var asset = try #require(world.asset("/r/a.jpg"))
        asset.resources[0].state = .unreadable
        world.assets[asset.id] = asset
        world.run()
        #expect(world.rereads.isEmpty)
        disk.changeAttributes("/r/a.jpg")
        world.run()
        #expect(world.rereads == [asset.id])
    }

    @Test func inodesThatTheFileSystemMadeUpAnewAreNoReasonToRead() throws {
        let before = ids("/r/a.jpg", "/r/d/c.jpg")
        for path in ["/r/a.jpg", "/r/b.jpg", "/r/d/c.jpg", "/r/d/e/f.jpg"] { disk.file(path)?.inode += 5_000 }
        world.run()
        world.checkEqual()
        #expect(ids("/r/a.jpg", "/r/d/c.jpg") == before)
        #expect(world.rereads.isEmpty)
    }

    @Test func devicesThatGotOtherNumbersChangeNothing() {
        let before = ids("/r/a.jpg", "/r/d/c.jpg")
        let folder = world.folderID("/r/d")
        for path in ["/r", "/r/d", "/r/d/e"] { disk.folder(path).device = 9 }
        disk.move("/r/d", "/r/n")
        world.run()
        #expect(ids("/r/a.jpg", "/r/n/c.jpg") == before)
        #expect(world.folderID("/r/n") == folder)
        #expect(world.rereads.isEmpty)
        // Only folders are brought up to date.
        #expect(world.stepCount == 3)
    }

    @Test func hardLinksAreAssetsOfTheirOwn() {
        let before = world.id("/r/a.jpg")
        disk.link("/r/a.jpg", "/r/l.jpg")
        world.run()
        world.checkEqual()
        let link = world.id("/r/l.jpg")
        #expect(world.id("/r/a.jpg") == before && link != before)
        disk.move("/r/a.jpg", "/r/m.jpg")
        world.run()
        world.checkEqual()
        #expect(ids("/r/m.jpg", "/r/l.jpg") == [before, link])
    }

    @Test func aMoveToAnotherFileSystemIsKnownByContent() {
        let before = world.id("/r/a.jpg")
        disk.copy("/r/a.jpg", "/r/copy.jpg")
        disk.remove("/r/a.jpg")
        world.run()
        world.checkEqual()
        #expect(world.id("/r/copy.jpg") == before)
        #expect(world.openedCount == 1 && world.rereads.isEmpty)
    }

    @Test func equalLengthIsNotEqualContent() {
        let before = world.id("/r/a.jpg")
        disk.save("/r/new.jpg", 4_711, size: 1_000)
        disk.remove("/r/a.jpg")
        world.run()
        world.checkEqual()
        #expect(world.id("/r/new.jpg") != before)
    }

    @Test func aCopyIsNew() {
        let before = world.id("/r/a.jpg")
        disk.copy("/r/a.jpg", "/r/copy.jpg")
        world.run()
        world.checkEqual()
        #expect(world.id("/r/a.jpg") == before && world.id("/r/copy.jpg") != before)
        #expect(world.openedCount == 0)
    }

    @Test func whatComesBackIsItself() throws {
        var asset = try #require(world.asset("/r/a.jpg"))
        asset.isFavorite = true
        world.assets[asset.id] = asset
        let kept = try #require(disk.file("/r/a.jpg"))
        disk.remove("/r/a.jpg")
        world.run()
        #expect(world.assets.count == 3)
        disk.save("/r/back.jpg", kept.content, size: kept.size)
        world.run()
        world.checkEqual()
        #expect(world.id("/r/back.jpg") == asset.id)
        #expect(world.asset("/r/back.jpg")?.isFavorite == true)
        #expect(world.tombstones.isEmpty)
    }

    @Test func whatComesBackOverAnotherIsItself() throws {
        let (first, second) = (world.id("/r/a.jpg"), world.id("/r/b.jpg"))
        disk.move("/r/a.jpg", "/elsewhere/a.jpg")
        world.run()
        #expect(world.assets.count == 3)
        disk.move("/elsewhere/a.jpg", "/r/b.jpg")
        world.run()
        world.checkEqual()
        #expect(world.id("/r/b.jpg") == first)
        #expect(world.tombstones.keys.map { $0 } == [second])
        #expect(world.rereads.isEmpty && world.openedCount == 0)
    }

    @Test func ofTwinsTheOneRemovedLastComesBackFirst() throws {
        let kept = try #require(disk.file("/r/a.jpg"))
        disk.copy("/r/a.jpg", "/r/twin.jpg")
        world.run()
        let (first, twin) = (world.id("/r/a.jpg"), world.id("/r/twin.jpg"))
        for path in ["/r/a.jpg", "/r/twin.jpg"] {
            disk.remove(path)
            world.run()
        }
        for (path, id) in [("/r/y.jpg", twin), ("/r/z.jpg", first)] {
            disk.save(path, kept.content, size: kept.size)
            world.run()
            #expect(world.id(path) == id)
        }
    }

    @Test func namesThatLookTheSameAreTwo() {
        disk.save("/r/\u{E9}.jpg", 60, size: 60)
        disk.save("/r/e\u{301}.jpg", 61, size: 61)
        disk.save("/r/\u{E9}/x.jpg", 62, size: 62)
        disk.save("/r/e\u{301}/x.jpg", 63, size: 63)
        world.run()
        world.checkEqual()
        #expect(world.assets.count == 8)
        let before = world.id("/r/\u{E9}.jpg")
        disk.remove("/r/e\u{301}.jpg")
        disk.move("/r/\u{E9}.jpg", "/r/e\u{301}.jpg")
        world.run()
        world.checkEqual()
        #expect(world.id("/r/e\u{301}.jpg") == before)
    }

    @Test func removedFoldersGoWithTheirAssets() {
        disk.remove("/r/d")
        world.run()
        world.checkEqual()
        #expect(world.folders.count == 1 && world.tombstones.count == 2)
    }
}
