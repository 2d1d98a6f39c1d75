import FolderWatching
import PhotoLibrary
import Platform

extension Survey {
    /// Plans to look at all places of `changes`, after its moves.
    /// - Parameter wanted: numbers of the roots that will be looked at.
    mutating func take(_ changes: PendingChanges, opening wanted: Set<Int>) async throws {
        var whole: Set<Int> = []
        for root in wanted where changes.lostRoots[root] == nil {
            guard let opened = try? Directory(at: rootPaths[root]) else { continue }
            roots[root] = OpenRoot(opened)
            let id = reconciler.rootIDs[root]
            let isKnown = reconciler.folders.known[id]?.isOnline ?? false
            if !isKnown || reconciler.isSuspect(id) { whole.insert(root) }
        }
        plan.trees.formUnion(whole.map { RootedPath(root: $0) })
        for path in changes.rescans.keys where roots[path.root] != nil { addTree(path) }
        try await apply(changes.moves.filter { roots[$0.from.root] != nil && roots[$0.to.root] != nil })
        for move in changes.moves where move.isDirectory {
            if roots[move.from.root] == nil && roots[move.to.root] != nil { addTree(move.to) }
        }
        for path in changes.files where roots[path.root] != nil { add(file: path) }
        for (path, stillness) in changes.unfinished where roots[path.root] != nil { add(path, stillness) }
        for path in changes.directories where roots[path.root] != nil { addDirectory(path) }
    }

    /// Plans to list a directory; with all in it where it is not known.
    mutating func addDirectory(_ path: RootedPath) {
        if folder(at: path) != nil { plan.levels.insert(path) } else { addTree(path) }
    }

    private mutating func add(file path: RootedPath) {
        if folder(at: path.parent) != nil { plan.add(file: path) } else { addTree(path.parent) }
    }

    /// Plans to look at a file that nobody was seen closing, if it is whole.
    private mutating func add(_ path: RootedPath, _ stillness: Stillness) {
        guard case .file(let stamp) = look(at: path), !stillness.isWhole(stamp, now: now) else {
            return add(file: path)
        }
        switch roots[path.root]?.hasWriter(path.path) {
        // Nobody was seen closing it, but it may have been closed before it was watched.
        case false: add(file: path)
        case true: unfinished[path] = .open
        case nil: unfinished[path] = stillness
        }
    }

    /// Plans to list a tree; where the directory that it is in is not known either, that one's.
    mutating func addTree(_ path: RootedPath) {
        var place = path
        while !place.path.bytes.isEmpty, folder(at: place.parent) == nil { place = place.parent }
        plan.trees.insert(place)
    }

    // MARK: Moves

    private mutating func apply(_ moves: [PendingChanges.Move]) async throws {
        try await loadEnds(of: moves)
        var moved: Set<FolderID> = []
        var stray: Set<FolderID> = []
        for move in moves {
            if move.isDirectory {
                guard let id = folder(at: move.from), !isStill(id, at: move.from) else {
                    addTree(move.to)
                    continue
                }
                if apply(move, to: id) {
                    moved.insert(id)
                } else {
                    // It is found where it is, or it is gone.
                    isTurbulent = true
                    reconciler.trusted.insert(id)
                    stray.insert(id)
                    addTree(move.to)
                }
            } else {
                try await applyFile(move)
            }
        }
        addLoaded()
        for id in stray { if let path = place(of: id), !path.path.bytes.isEmpty { plan.levels.insert(path) } }
        for id in moved {
            // Where nothing is there by now, it moved on, and that is still to be told.
            guard let path = place(of: id), let stamp = look(at: path).stamp else {
                isTurbulent = true
                continue
            }
            if !reconciler.folders.isSame(id, as: stamp) {
                isTurbulent = true
                addTree(path)
            }
        }
    }

    /// Plans to look at all that was read, wherever its folder is by now: what nobody looks at would be taken for gone.
    private mutating func addLoaded() {
        for (folder, names) in loadedNames {
            guard let path = place(of: folder), roots[path.root] != nil else { continue }
            for name in names { plan.add(file: path.appending(name)) }
        }
    }

    /// Reads the records of all ends of moves at once.
    private mutating func loadEnds(of moves: [PendingChanges.Move]) async throws {
        var names: [RootedPath: Set<FileName>] = [:]
        for move in moves where !move.isDirectory {
            for end in [move.from, move.to] { names[end.parent, default: []].insert(end.path.lastComponent) }
        }
        for (path, names) in names { if let folder = folder(at: path) { try await load(names, in: folder) } }
    }

    /// Gives the folder that moved its new place; false where that place is not known.
    private mutating func apply(_ move: PendingChanges.Move, to id: FolderID) -> Bool {
        guard reconciler.folders.known[id]?.parentID != nil, let parent = folder(at: move.to.parent), parent != id,
            !reconciler.folders.ancestors(of: parent).contains(id)
        else { return false }
        if let other = reconciler.move(id, to: move.to.path.lastComponent, in: parent) { vanished.insert(other) }
        return true
    }

    private mutating func applyFile(_ move: PendingChanges.Move) async throws {
        let (from, to) = (move.from.path.lastComponent, move.to.path.lastComponent)
        guard let source = folder(at: move.from.parent), let target = folder(at: move.to.parent) else { return }
        try await load([from], in: source)
        try await load([to], in: target)
        guard let place = reconciler.files.places(in: source)[from] else { return }
        if look(at: move.from).stamp?.inode == reconciler.files.records[place].stamp.inode { return }
        reconciler.files.move(from, in: source, to: to, in: target)
        plan.add(file: move.from)
        plan.add(file: move.to)
    }
}

extension PendingChanges {
    /// The numbers of all roots that something is to be done about.
    var touchedRoots: Set<Int> {
        var found = Set(lostRoots.keys).union(foundRoots)
        for move in moves { found.formUnion([move.from.root, move.to.root]) }
        for path in files { found.insert(path.root) }
        for path in unfinished.keys { found.insert(path.root) }
        for path in directories { found.insert(path.root) }
        for path in rescans.keys { found.insert(path.root) }
        return found
    }
}
