import Platform

/// Places that must not come out yet, since a move that leads from or to them is still held.
struct BlockedPaths {
    private var files: Set<RootedPath> = []
    private var directories: [RootedPath] = []

    mutating func insert(_ move: PendingChanges.Move) {
        if move.isDirectory { directories += [move.from, move.to] } else { files.formUnion([move.from, move.to]) }
    }

    func touches(_ path: RootedPath) -> Bool {
        files.contains(path) || directories.contains { path.isWithin($0) || $0.isWithin(path) }
    }

    func touches(_ move: PendingChanges.Move) -> Bool {
        if files.isEmpty && directories.isEmpty { return false }
        if touches(move.from) || touches(move.to) { return true }
        return move.isDirectory && files.contains { $0.isWithin(move.from) || $0.isWithin(move.to) }
    }
}
