/// What is on its way, and what is not closed.
extension EventCoalescer {
    /// Files that nobody was seen closing. Those that nobody has open any more are whole: a second name of a file
    /// (link(2)) is made without a close.
    public var unclosedPaths: [RootedPath] {
        files.flatMap { directory, entries in
            entries.compactMap { $1.isBeingWritten ? directory.appending($0) : nil }
        }
    }

    /// Places that something left, of which has still to be told what became of it. Who finds nothing at one of these or
    /// beneath must not take it for gone.
    public var leavingPaths: Set<RootedPath> {
        var paths = Set(moves.map(\.move.from))
        for move in openMoves.values { paths.insert(move.place.path) }
        for (path, entry) in directories {
            if case .absent = entry.state { paths.insert(path) }
        }
        for (directory, entries) in files {
            for (name, entry) in entries {
                if case .absent = entry.state { paths.insert(directory.appending(name)) }
            }
        }
        return paths
    }
}
