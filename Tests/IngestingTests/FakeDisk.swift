import FolderWatching
import Platform

/// A file system in memory that gives numbers of removed files to new ones at once, as ext4 does.
final class FakeDisk {
    final class File {
        var inode: UInt64
        var size: Int64
        var modified: Int64
        var changed: Int64
        var content: UInt64
        var links = 1

        init(inode: UInt64, size: Int64, time: Int64, content: UInt64) {
            (self.inode, self.size, modified, changed, self.content) = (inode, size, time, time, content)
        }
    }

    final class Folder {
        let inode: UInt64
        var device: UInt64
        var files: [FileName: File] = [:]
        var folders: [FileName: Folder] = [:]
        var error: SystemError?

        init(inode: UInt64, device: UInt64) { (self.inode, self.device) = (inode, device) }
    }

    var roots: [FileName: Folder] = [:]
    private var time: Int64 = 1_000
    private var free: [UInt64] = []
    private var greatestInode: UInt64 = 100

    func tick() -> Int64 {
        time += 1
        return time
    }

    private func newInode() -> UInt64 {
        if let reused = free.popLast() { return reused }
        greatestInode += 1
        return greatestInode
    }

    /// Splits `/root/a/b` into the folder and the last name, making folders on the way.
    private func place(_ path: String) -> (Folder, FileName) {
        let components = path.split(separator: "/").map { FileName(String($0)) }
        let root = FileName("/").appending(components[0])
        var folder = roots[root] ?? makeRoot(root)
        for name in components.dropFirst().dropLast() {
            let next = folder.folders[name] ?? Folder(inode: newInode(), device: folder.device)
            folder.folders[name] = next
            folder = next
        }
        return (folder, components[components.count - 1])
    }

    @discardableResult
    func makeRoot(_ path: FileName, device: UInt64 = 1) -> Folder {
        let root = Folder(inode: newInode(), device: device)
        roots[path] = root
        return root
    }

    @discardableResult
    func folder(_ path: String) -> Folder {
        let components = path.split(separator: "/").map { FileName(String($0)) }
        if components.count == 1 {
            let root = FileName("/").appending(components[0])
            return roots[root] ?? makeRoot(root)
        }
        let (parent, name) = place(path)
        let folder = parent.folders[name] ?? Folder(inode: newInode(), device: parent.device)
        parent.folders[name] = folder
        return folder
    }

    func file(_ path: String) -> File? {
        let (folder, name) = place(path)
        return folder.files[name]
    }

    /// Writes a new file over what is there, as a rename of a finished file does.
    @discardableResult
    func save(_ path: String, _ content: UInt64, size: Int64 = 1_000) -> File {
        let file = File(inode: newInode(), size: size, time: tick(), content: content)
        put(file, at: path)
        return file
    }

    func edit(_ path: String, _ content: UInt64, size: Int64) {
        guard let file = file(path) else { return }
        (file.content, file.size, file.modified) = (content, size, tick())
        file.changed = file.modified
    }

    /// Changes the content, and puts the modification time back.
    func editInSecret(_ path: String, _ content: UInt64) {
        file(path)?.content = content
        changeAttributes(path)
    }

    func changeAttributes(_ path: String) { file(path)?.changed = tick() }

    func move(_ old: String, _ new: String) {
        let (from, name) = place(old)
        if let file = from.files.removeValue(forKey: name) {
            file.changed = tick()
            put(file, at: new)
        } else if let folder = from.folders.removeValue(forKey: name) {
            let (to, name) = place(new)
            to.folders[name] = folder
        }
    }

    func link(_ old: String, _ new: String) {
        guard let file = file(old) else { return }
        file.links += 1
        file.changed = tick()
        put(file, at: new)
    }

    /// Copies content and modification time, as to another file system.
    func copy(_ old: String, _ new: String) {
        guard let file = file(old) else { return }
        let copy = File(inode: newInode(), size: file.size, time: tick(), content: file.content)
        copy.modified = file.modified
        put(copy, at: new)
    }

    func remove(_ path: String) {
        let (folder, name) = place(path)
        if let file = folder.files.removeValue(forKey: name) { release(file) }
        if let inner = folder.folders.removeValue(forKey: name) { release(inner) }
    }

    private func put(_ file: File, at path: String) {
        let (folder, name) = place(path)
        if let old = folder.files.updateValue(file, forKey: name) { release(old) }
    }

    private func release(_ file: File) {
        file.links -= 1
        if file.links == 0 { free.append(file.inode) }
    }

    private func release(_ folder: Folder) {
        for file in folder.files.values { release(file) }
        for inner in folder.folders.values { release(inner) }
        free.append(folder.inode)
    }

    func stamp(of file: File, in folder: Folder) -> FileStamp {
        FileStamp(
            device: folder.device, inode: file.inode, size: file.size,
            modified: Timestamp(nanoseconds: file.modified), changed: Timestamp(nanoseconds: file.changed))
    }

    /// What a scanner tells of a root.
    func scan(_ root: FileName) -> [ScannedDirectory] {
        guard let folder = roots[root] else { return [] }
        var found: [ScannedDirectory] = []
        var waiting: [(Folder, FileName, Int?)] = [(folder, FileName(""), nil)]
        while let (folder, name, parent) = waiting.popLast() {
            let number = found.count
            let files = folder.files.map {
                ScannedFile(
                    name: $0, stamp: stamp(of: $1, in: folder), guess: .image, hasOtherNames: $1.links > 1)
            }
            found.append(
                ScannedDirectory(
                    number: number, parent: parent, name: name, device: folder.device, inode: folder.inode,
                    files: folder.error == nil ? files : [], error: folder.error))
            if folder.error == nil { waiting += folder.folders.map { ($1, $0, number) } }
        }
        return found
    }

    /// Every file of all roots by path.
    var files: [FileName: FileStamp] {
        var found: [FileName: FileStamp] = [:]
        func collect(_ folder: Folder, _ path: FileName) {
            for (name, file) in folder.files { found[path.appending(name)] = stamp(of: file, in: folder) }
            for (name, inner) in folder.folders { collect(inner, path.appending(name)) }
        }
        for (path, root) in roots { collect(root, path) }
        return found
    }

    func content(_ path: FileName) -> UInt64? { file(path.description)?.content }
}
