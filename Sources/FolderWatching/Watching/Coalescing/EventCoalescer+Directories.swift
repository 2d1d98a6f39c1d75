import Platform

/// What events do to directories.
extension EventCoalescer {
    mutating func addDirectory(_ kind: WatchEvent.Kind, _ place: EntryPlace, at now: MonotonicTime) {
        let path = place.path
        let old = directories[path]
        switch kind {
        case .created, .closedWrite: break  // `appeared` tells of it.
        case .attributes:
            if old == nil {
                directories[path] = PendingFile(state: .due, mayHaveExisted: true, isFresh: false)
                markDue(at: now)
            }
        case .deleted:
            forget(beneath: path)
            leave(path, old, at: now)
        case .movedFrom(let cookie):
            openMoves[cookie] = OpenMove(place: place, isDirectory: true, entry: old)
            pairings.append(cookie, at: now)
            leave(path, old, at: now)
        case .movedTo(let cookie):
            guard let source = openMoves.removeValue(forKey: cookie), source.isDirectory else {
                // `appeared` tells of it; what may have been in its place is looked for all the same.
                if old == nil {
                    directories[path] = PendingFile(state: .due, mayHaveExisted: true, isFresh: true)
                    markDue(at: now)
                }
                return
            }
            move(source, to: path, at: now)
        }
    }

    private mutating func leave(_ path: RootedPath, _ old: PendingFile?, at now: MonotonicTime) {
        if let old, !old.mayHaveExisted, !moves.contains(where: { $0.move.to.isWithin(path) }) {
            directories[path] = nil
        } else {
            directories[path] = PendingFile(state: .absent(since: now), mayHaveExisted: true, isFresh: false)
            directoryAbsences.append(path, at: now)
        }
    }

    private mutating func move(_ source: OpenMove, to path: RootedPath, at now: MonotonicTime) {
        let from = source.place.path
        distrust(beneath: path)
        let isFresh = source.entry?.isFresh ?? false
        if !isFresh || moves.contains(where: { $0.move.from.isWithin(from) || $0.move.to.isWithin(from) }) {
            moves.append(
                HeldMove(move: PendingChanges.Move(from: from, to: path, isDirectory: true), heldUntil: nil))
            directories[from] = nil
        }
        rebase(from, to: path, at: now)
        if isFresh { directories[path] = PendingFile(state: .due, mayHaveExisted: true, isFresh: true) }
        markDue(at: now)
    }

    /// What is pending where a directory goes may be about that directory already, if it was listed before it was told of:
    /// it is looked at, but nothing is concluded from it.
    private mutating func distrust(beneath path: RootedPath) {
        for (directory, entries) in files where directory.isWithin(path) {
            for name in entries.keys {
                files[directory]?[name]?.mayHaveExisted = true
                files[directory]?[name]?.isFresh = false
            }
        }
        for directory in directories.keys where directory.isWithin(path) {
            directories[directory]?.mayHaveExisted = true
            directories[directory]?.isFresh = false
        }
    }

    /// Takes what is pending in a directory along to where it went.
    private mutating func rebase(_ old: RootedPath, to new: RootedPath, at now: MonotonicTime) {
        for (directory, entries) in files where directory.isWithin(old) {
            files[directory] = nil
            fileCount -= entries.count
            let moved = directory.moved(from: old, to: new)
            for (name, entry) in entries {
                // The queues know the old place; the new one starts to wait anew.
                let state: PendingFile.State =
                    switch entry.state {
                    case .absent: .absent(since: now)
                    case .transient: .transient(since: now)
                    case .unfinished(let stillness, _): .unfinished(stillness, since: now)
                    case .due, .unfinishedDue: entry.state
                    }
                set(
                    state, at: EntryPlace(directory: moved, name: name), mayHaveExisted: entry.mayHaveExisted,
                    isFresh: entry.isFresh, now: now, cameByMove: entry.cameByMove)
            }
        }
        for (directory, entry) in directories where directory.isWithin(old) && directory != old {
            directories[directory] = nil
            var entry = entry
            if case .absent = entry.state { entry.state = .due }
            directories[directory.moved(from: old, to: new)] = entry
        }
        for (cookie, open) in openMoves where open.place.directory.isWithin(old) {
            let directory = open.place.directory.moved(from: old, to: new)
            openMoves[cookie] = OpenMove(
                place: EntryPlace(directory: directory, name: open.place.name), isDirectory: open.isDirectory,
                entry: open.entry)
        }
        for (path, reason) in result.rescans where path.isWithin(old) {
            result.rescans[path] = nil
            result.rescans[path.moved(from: old, to: new)] = reason
        }
    }
}
