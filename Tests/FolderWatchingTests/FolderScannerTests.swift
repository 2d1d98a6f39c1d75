import FolderWatching
import Glibc
import Platform
import TestSupport
import Testing

struct FolderScannerTests {
    private let root: TemporaryDirectory

    init() throws { root = try TemporaryDirectory() }

    /// The paths of all files found, sorted; directories with an error have `!` after their path.
    private func scan(_ filter: PathFilter = PathFilter()) throws -> [FileName] {
        var paths: [FileName] = []
        var found: [FileName] = []
        var scanner = FolderScanner(try Directory(at: root.name), filter: filter)
        while let directory = scanner.next() {
            #expect(directory.number == paths.count)
            let path = directory.parent.map { paths[$0].appending(directory.name) } ?? FileName("")
            paths.append(path)
            if directory.error != nil { found.append(FileName(bytes: path.bytes + [UInt8(ascii: "!")])) }
            found += directory.files.map { path.appending($0.name) }
        }
        return found.sorted()
    }

    private func scanned(_ filter: PathFilter = PathFilter()) throws -> [String] { try scan(filter).map(\.description) }

    @Test func findsEveryHardName() throws {
        try HardNames.write(to: root)
        let found = try scan()
        #expect(found.count == 44)
        #expect(found == HardNames.all.sorted())
    }

    @Test func leavesJunkOut() throws {
        for path in [
            "a.jpg", "b/c.JPG", "@eaDir/a.jpg/SYNOPHOTO_THUMB_XL.jpg", ".Trash-1000/files/x.jpg", "Thumbs.db",
            "._a.jpg",
            ".thumbnails/x.jpg", "lost+found/x.jpg", "#recycle/x.jpg", ".stversions/x.jpg", ".git/x.jpg", "x.jpg.part",
            ".goutputstream-ABC", "a.jpg_original", "a.jpg~", "a.jpg_exiftool_tmp", ".trashed-1-x.jpg",
            ".DS_Store", "desktop.ini", "notes.txt",
        ] { try root.write([1], to: path) }
        #expect(try scanned() == ["a.jpg", "b/c.JPG"])
    }

    @Test func followsPatterns() throws {
        for path in ["2023/a.jpg", "2023/raw/a.dng", "2024/b.jpg", "2024/b.mov", "c.jpg"] {
            try root.write([1], to: path)
        }
        let raw = try Glob("raw")
        #expect(try scanned(PathFilter(excluding: [raw])) == ["2023/a.jpg", "2024/b.jpg", "2024/b.mov", "c.jpg"])
        let jpg = try Glob("*.jpg")
        #expect(try scanned(PathFilter(including: [jpg])) == ["2023/a.jpg", "2024/b.jpg", "c.jpg"])
        let year = try Glob("2023")
        #expect(try scanned(PathFilter(including: [year])) == ["2023/a.jpg", "2023/raw/a.dng"])
        #expect(try scanned(PathFilter(including: [year], excluding: [raw])) == ["2023/a.jpg"])
        let deep = try Glob("2024/**/*.mov")
        #expect(try scanned(PathFilter(including: [deep])) == ["2024/b.mov"])
        #expect(try scanned(PathFilter(excluding: [Glob("/2024/*.jpg")])).contains("2024/b.mov"))
    }

    @Test func listsNoLinkAndNothingThatIsNotAFile() throws {
        try root.write([1], to: "a/p.jpg")
        try root.write([1], to: "b/q.jpg")
        for (path, target) in [
            ("loop.jpg", "."), ("a/up", "../.."), ("a/l", "../b"), ("b/l", "../a"), ("self.jpg", "self.jpg"),
            ("dead.jpg", "missing.jpg"), ("alias.jpg", "a/p.jpg"), ("out", "/etc"),
        ] { try root.link(path, to: target) }
        #expect(mkfifo(root.path("fifo.jpg"), 0o644) == 0)
        #expect(mknod(root.path("socket.jpg"), S_IFSOCK | 0o644, 0) == 0)
        #expect(try scanned() == ["a/p.jpg", "b/q.jpg"])
    }

    @Test func tellsWhatItMayNotRead() throws {
        for path in ["a/1.jpg", "m/2.jpg", "z/3.jpg"] { try root.write([1], to: path) }
        #expect(chmod(root.path("m"), 0) == 0)
        defer { chmod(root.path("m"), 0o700) }
        #expect(try withoutFilePrivileges { try scanned() } == ["a/1.jpg", "m!", "z/3.jpg"])
        // Names can be read and nothing behind them.
        #expect(chmod(root.path("m"), 0o444) == 0)
        #expect(try withoutFilePrivileges { try scanned() } == ["a/1.jpg", "m!", "z/3.jpg"])
    }

    @Test func rootMayBeALink() throws {
        try root.write([1], to: "real/p.jpg")
        try root.link("link", to: "real")
        var scanner = FolderScanner(try Directory(at: FileName(root.path("link"))))
        #expect(scanner.next()?.files.count == 1)
    }

    @Test func tellsStampsAndIdentity() throws {
        try root.write([1, 2, 3], to: "d/p.jpg")
        let directory = try Directory(at: root.name)
        var scanner = FolderScanner(try Directory(at: root.name))
        var found: [ScannedDirectory] = []
        while let next = scanner.next() { found.append(next) }
        try #require(found.count == 2)
        let inner = try directory.status(of: FileName("d")).stamp
        #expect(found[1].inode == inner.inode && found[1].device == inner.device && found[1].parent == 0)
        let stamp = try directory.file(FileName("d/p.jpg")).status().stamp
        #expect(found[1].files == [ScannedFile(name: FileName("p.jpg"), stamp: stamp, guess: .image)])
        #expect(stamp.size == 3)
    }

    @Test func goesDownFiveThousandLevels() throws {
        // A path of this length can't be opened at once; side branches hold descriptors all the way down.
        let levels = 5_000
        var place = try systemCall("open") { open(root.path, O_RDONLY | O_DIRECTORY) }
        for level in 0..<levels {
            if level % 25 == 0 { #expect(mkdirat(place, "s", 0o755) == 0) }
            #expect(mkdirat(place, "d", 0o755) == 0)
            let next = openat(place, "d", O_RDONLY | O_DIRECTORY)
            close(place)
            place = next
        }
        close(openat(place, "p.jpg", O_WRONLY | O_CREAT, 0o644))
        close(place)
        var directories = 0
        var files = 0
        var failures = 0
        var scanner = FolderScanner(try Directory(at: root.name))
        while let directory = scanner.next() {
            directories += 1
            files += directory.files.count
            if directory.error != nil { failures += 1 }
        }
        #expect(directories == levels + levels / 25 + 1)
        #expect(files == 1)
        #expect(failures == 0)
        let path = FileName(String(repeating: "d/", count: levels) + "p.jpg")
        #expect(try Directory(at: root.name).file(path).status().kind == .regular)
        try removeDeepTree(levels)
    }

    /// Cuts the tree into short ones beside each other, since the usual ways of removal stop at the longest path.
    private func removeDeepTree(_ levels: Int) throws {
        let piece = 500
        for number in 0..<(levels / piece) {
            try root.move("d", to: "piece\(number)")
            let rest = "piece\(number)/" + String(repeating: "d/", count: piece - 1) + "d"
            if number + 1 < levels / piece { try root.move(rest, to: "d") }
        }
    }
}
