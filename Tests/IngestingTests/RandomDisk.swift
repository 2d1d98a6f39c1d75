import Glibc
import Platform
import TestSupport

/// Changes a folder as programs do, at random.
struct RandomDisk: Sendable {
    let photos: TemporaryDirectory
    let elsewhere: TemporaryDirectory
    var random: SplitMix
    /// Numbers of files that got a second name: which name is the asset that there was, nobody can tell.
    private(set) var linked: Set<UInt64> = []
    /// Numbers of files that left the tree: where another took the place of one meanwhile, it may have been saved over.
    private(set) var strayed: Set<UInt64> = []
    private var serial = 0

    init(photos: TemporaryDirectory, elsewhere: TemporaryDirectory, random: SplitMix) {
        self.photos = photos
        self.elsewhere = elsewhere
        self.random = random
    }

    mutating func change() throws {
        serial += 1
        switch Int.random(in: 0..<18, using: &random) {
        case 0...3: try write(newFile())
        case 4: if let file = someFile(), hasOneName(file) { try write(file) }
        case 5: if let file = someFile() { try save(file) }
        case 6, 7: if let file = someFile() { try move(file, to: newFile()) }
        case 8: if let file = someFile() { try photos.remove(file) }
        case 9: if let file = someFile(), let other = someFile() { try swap(file, other) }
        case 10: if let file = someFile() { try link(file) }
        case 11: if let file = someFile(), hasOneName(file) { try append(to: file) }
        case 12: try makeTree()
        case 13: if let folder = someFolder() { try removeTree(folder) }
        case 14, 15: if let folder = someFolder() { try moveFolder(folder) }
        case 16: if let folder = someFolder() { try leave(folder) }
        default: try comeBack()
        }
    }

    // MARK: Files

    private mutating func newContent() -> [UInt8] {
        Array("content \(serial) ".utf8) + Array(repeating: 120, count: serial % 97)
    }

    private mutating func newFile() -> String {
        let folder = Bool.random(using: &random) ? someFolder() : "\(Int.random(in: 0..<4, using: &random))"
        return (folder.map { $0 + "/" } ?? "") + "\(Int.random(in: 0..<12, using: &random)).jpg"
    }

    private mutating func write(_ path: String) throws {
        let isThere = (try? Directory(at: photos.name).file(FileName(path))) != nil
        if !isThere || hasOneName(path) { try photos.write(newContent(), to: FileName(path)) }
    }

    private mutating func save(_ path: String) throws {
        let temporary = path + ".tmp"
        try photos.write(newContent(), to: FileName(temporary))
        try photos.move(temporary, to: path)
    }

    private func move(_ path: String, to target: String) throws {
        if let slash = target.lastIndex(of: "/") { try photos.makeDirectories(String(target[..<slash])) }
        try photos.move(path, to: target)
    }

    private func swap(_ path: String, _ other: String) throws {
        guard path != other else { return }
        try photos.move(path, to: "aside-\(serial)")
        try photos.move(other, to: path)
        try photos.move("aside-\(serial)", to: other)
    }

    private mutating func link(_ path: String) throws {
        linked.insert(try Directory(at: photos.name).file(FileName(path)).status().stamp.inode)
        try photos.hardLink(path, as: "link-\(serial).jpg")
    }

    private func append(to path: String) throws {
        let file = FileDescriptor(
            owning: try systemCall("open", on: path) { open(photos.path(path), O_WRONLY | O_APPEND | O_CLOEXEC) })
        try file.write("more \(serial)".utf8)
    }

    // MARK: Folders

    private mutating func makeTree() throws {
        let top = "tree-\(serial)"
        for name in ["a.jpg", "in/b.jpg", "in/deep/c.jpg"] { try write("\(top)/\(name)") }
    }

    private func removeTree(_ path: String) throws { try remove(photos.path(path)) }

    private func remove(_ path: String) throws {
        for name in try Directory(at: FileName(path)).names() {
            let inner = path + "/" + name.description
            if opendirectory(inner) { try remove(inner) } else { _ = unlink(inner) }
        }
        _ = rmdir(path)
    }

    private mutating func moveFolder(_ path: String) throws {
        let target = someFolder().map { $0 + "/moved-\(serial)" } ?? "moved-\(serial)"
        if target.hasPrefix(path + "/") { return }
        try photos.move(path, to: target)
        if Bool.random(using: &random) { try photos.move(target, to: "again-\(serial)") }
        if Bool.random(using: &random) { try write("\(path)/0.jpg") }
    }

    private mutating func leave(_ path: String) throws {
        for file in all().files where file.hasPrefix(path + "/") {
            strayed.insert(try Directory(at: photos.name).file(FileName(file)).status().stamp.inode)
        }
        try systemCall("rename", on: path) { rename(photos.path(path), elsewhere.path("gone-\(serial)")) }
    }

    private mutating func comeBack() throws {
        let names = try Directory(at: elsewhere.name).names().map(\.description).sorted()
        guard let name = names.randomElement(using: &random) else { return }
        try systemCall("rename", on: name) { rename(elsewhere.path(name), photos.path("back-\(serial)")) }
    }

    // MARK: What is there

    /// Nobody tells of a file's other names when it is written to by one.
    private func hasOneName(_ path: String) -> Bool {
        let status = try? Directory(at: photos.name).file(FileName(path)).status()
        return status?.linkCount == 1
    }

    private mutating func someFile() -> String? { all().files.randomElement(using: &random) }

    private mutating func someFolder() -> String? { all().folders.randomElement(using: &random) }

    private func all() -> (files: [String], folders: [String]) {
        var (files, folders, open): ([String], [String], [String]) = ([], [], [""])
        while let folder = open.popLast() {
            let path = folder.isEmpty ? photos.path : photos.path(folder)
            for name in ((try? Directory(at: FileName(path)).names()) ?? []).map(\.description).sorted() {
                let inner = folder.isEmpty ? name : folder + "/" + name
                if opendirectory(photos.path(inner)) {
                    folders.append(inner)
                    open.append(inner)
                } else {
                    files.append(inner)
                }
            }
        }
        return (files, folders)
    }

    private func opendirectory(_ path: String) -> Bool { (try? Directory(at: FileName(path))) != nil }
}
