/// What the owner asks and says, who lists directories of its own accord.
extension EventCoalescer {
    /// Says that the owner begins to list directories: from now on it may learn by itself of what comes, so that what goes
    /// again is told of in any case.
    public mutating func beginListing() {
        isListing = true
        for (directory, entries) in files {
            for name in entries.keys { files[directory]?[name]?.mayHaveExisted = true }
        }
        for directory in directories.keys { directories[directory]?.mayHaveExisted = true }
    }

    /// Says that the owner has listed, and that all that happened until then was added.
    public mutating func endListing() { isListing = false }

    /// Takes the files that nobody was seen closing. Those that nobody has open any more are whole: a second name of a
    /// file (link(2)) is made without a close.
    public mutating func takeUnclosed() -> PendingChanges {
        var changes = PendingChanges()
        for (directory, entries) in files {
            for (name, entry) in entries where entry.isBeingWritten {
                let place = EntryPlace(directory: directory, name: name)
                remove(place)
                if !TransientName.isJunk(name) { changes.unfinished[place.path] = .open }
            }
        }
        return changes
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
