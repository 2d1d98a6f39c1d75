/// What is on its way.
extension EventCoalescer {
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
