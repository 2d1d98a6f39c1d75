import FolderWatching
import Platform

/// What a reader of the coalescer's changes holds for true: which files there are, by looking where it is told to.
struct DiskMirror {
    /// A directory with its files' inodes.
    private final class Tree {
        var files: [FileName: UInt64] = [:]
        var directories: [FileName: Tree] = [:]

        func find(_ path: ArraySlice<FileName>) -> Tree? {
            path.reduce(self) { $0?.directories[$1] }
        }

        func make(_ path: ArraySlice<FileName>) -> Tree {
            path.reduce(self) { tree, name in
                let inner = tree.directories[name] ?? Tree()
                tree.directories[name] = inner
                return inner
            }
        }

        func collect(_ place: RootedPath, into result: inout [RootedPath: UInt64]) {
            for (name, inode) in files { result[place.appending(name)] = inode }
            for (name, tree) in directories { tree.collect(place.appending(name), into: &result) }
        }
    }

    private let trees: [Int: Tree]
    private(set) var moves: [PendingChanges.Move] = []
    private(set) var looked: Set<RootedPath> = []
    private(set) var rescanCount = 0
    let roots: [Int: FileName]

    init(roots: [Int: FileName]) {
        self.roots = roots
        trees = roots.mapValues { _ in Tree() }
    }

    var files: [RootedPath: UInt64] {
        var result: [RootedPath: UInt64] = [:]
        for (root, tree) in trees { tree.collect(RootedPath(root: root), into: &result) }
        return result
    }

    /// What is on disk, by walking all of it.
    static func disk(_ roots: [Int: FileName]) -> [RootedPath: UInt64] {
        var mirror = DiskMirror(roots: roots)
        mirror.rescan()
        return mirror.files
    }

    mutating func rescan() {
        for root in roots.keys { put(read(RootedPath(root: root), old: nil), at: RootedPath(root: root)) }
    }

    mutating func apply(_ changes: PendingChanges) {
        for move in changes.moves { apply(move) }
        for path in changes.files.union(changes.unfinished.keys) {
            looked.insert(path)
            set(inode(path), at: path)
        }
        for path in changes.directories {
            put(read(path, old: tree(path) ?? Tree()), at: path)
        }
        for path in changes.rescans.keys {
            rescanCount += 1
            put(read(path, old: nil), at: path)
        }
        for root in changes.lostRoots.keys { put(nil, at: RootedPath(root: root)) }
    }

    private mutating func apply(_ move: PendingChanges.Move) {
        moves.append(move)
        if move.isDirectory {
            // What is not known is looked at as a whole.
            let moved = tree(move.from) ?? read(move.to, old: nil)
            put(nil, at: move.from)
            put(moved, at: move.to)
        } else {
            let (directory, name) = split(move.from)
            if let inode = tree(directory)?.files[name] {
                set(nil, at: move.from)
                set(inode, at: move.to)
            }
        }
    }

    private mutating func set(_ inode: UInt64?, at path: RootedPath) {
        let (directory, name) = split(path)
        guard inode != nil || tree(directory) != nil else { return }
        trees[path.root]?.make(components(directory)).files[name] = inode
    }

    private func tree(_ path: RootedPath) -> Tree? { trees[path.root]?.find(components(path)) }

    private func put(_ tree: Tree?, at path: RootedPath) {
        let (parent, name) = split(path)
        if name.bytes.isEmpty {
            trees[path.root]?.files = tree?.files ?? [:]
            trees[path.root]?.directories = tree?.directories ?? [:]
        } else if tree != nil {
            trees[path.root]?.make(components(parent)).directories[name] = tree
        } else {
            self.tree(parent)?.directories[name] = nil
        }
    }

    /// Lists a directory: without `old` all beneath it, else only itself.
    private func read(_ path: RootedPath, old: Tree?) -> Tree? {
        guard let root = roots[path.root], let top = try? Directory(at: root),
            let directory = try? top.directory(path.path), let names = try? directory.names()
        else { return nil }
        let result = Tree()
        for name in names {
            guard let status = try? directory.status(of: name) else { continue }
            if status.kind == .regular { result.files[name] = status.stamp.inode }
            if status.kind == .directory {
                let inner = path.appending(name)
                result.directories[name] = old == nil ? read(inner, old: nil) : old?.directories[name]
            }
        }
        return result
    }

    private func components(_ path: RootedPath) -> ArraySlice<FileName> {
        path.path.bytes.split(separator: UInt8(ascii: "/")).map { FileName(bytes: $0) }[...]
    }

    private func split(_ path: RootedPath) -> (RootedPath, FileName) {
        let bytes = path.path.bytes
        let slash = bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0
        return (RootedPath(root: path.root, path: FileName(bytes: bytes[..<slash])), path.path.lastComponent)
    }

    private func inode(_ path: RootedPath) -> UInt64? {
        guard let root = roots[path.root], let top = try? Directory(at: root),
            let status = try? top.file(path.path).status()
        else { return nil }
        return status.stamp.inode
    }
}
