import Platform

/// What comes out, and when.
extension EventCoalescer {
    /// Ends the waiting of all that waited long enough.
    mutating func expire(at now: MonotonicTime) {
        while let (_, cookie) = pairings.pop(at: now) {
            // The other half is somewhere that is not watched; that the name is gone is pending on its own.
            openMoves[cookie] = nil
        }
        while let (since, place) = absences.pop(at: now) { end(.absent(since: since), at: place, as: .due, now: now) }
        while let (since, path) = directoryAbsences.pop(at: now) {
            guard directories[path]?.state == .absent(since: since) else { continue }
            directories[path]?.state = .due
            markDue(at: now)
        }
        while let (since, place) = transients.pop(at: now) {
            end(.transient(since: since), at: place, as: .due, now: now)
        }
        while let (since, move) = holds.pop(at: now) {
            if moves.contains(where: { $0.move == move && $0.heldUntil == since + Self.transience }) {
                markDue(at: now)
            }
        }
        expire(\.openFiles, .open, at: now)
        expire(\.downloads, .open, at: now)
        expire(\.foundFiles, .found, at: now)
        dropStale()
    }

    private mutating func expire(
        _ queue: WritableKeyPath<Self, HoldQueue<EntryPlace>>, _ stillness: Stillness, at now: MonotonicTime
    ) {
        while let (since, place) = self[keyPath: queue].pop(at: now) {
            end(.unfinished(stillness, since: since), at: place, as: .unfinishedDue(stillness), now: now)
        }
    }

    /// Nobody should wake for a file that was closed or a name that came back meanwhile.
    private mutating func dropStale() {
        let files = files
        func isStale(_ place: EntryPlace, _ state: PendingFile.State) -> Bool {
            files[place.directory]?[place.name]?.state != state
        }
        absences.dropStale { isStale($1, .absent(since: $0)) }
        transients.dropStale { isStale($1, .transient(since: $0)) }
        openFiles.dropStale { isStale($1, .unfinished(.open, since: $0)) }
        downloads.dropStale { isStale($1, .unfinished(.open, since: $0)) }
        foundFiles.dropStale { isStale($1, .unfinished(.found, since: $0)) }
        let open = openMoves
        pairings.dropStale { open[$1] == nil }
    }

    private mutating func end(
        _ old: PendingFile.State, at place: EntryPlace, as new: PendingFile.State, now: MonotonicTime
    ) {
        guard var entry = entry(at: place), entry.state == old else { return }
        entry.state = new
        put(entry, at: place)
        markDue(at: now)
    }

    /// Moves all that may come out into the result.
    mutating func collect(at now: MonotonicTime) {
        let blocked = collectMoves(at: now)
        for (directory, entries) in files {
            for (name, entry) in entries {
                let place = EntryPlace(directory: directory, name: name)
                switch entry.state {
                case .absent, .transient, .unfinished: continue
                case .due, .unfinishedDue: break
                }
                let path = place.path
                if blocked.touches(path) { continue }
                remove(place)
                if TransientName.isJunk(name) { continue }
                if case .unfinishedDue(let stillness) = entry.state {
                    result.unfinished[path] = stillness
                } else {
                    result.files.insert(path)
                }
            }
        }
        for (path, entry) in directories where entry.state == .due && !blocked.touches(path) {
            directories[path] = nil
            result.directories.insert(path)
        }
    }

    /// Lets moves go that wait for nothing, neither themselves nor through an earlier one.
    private mutating func collectMoves(at now: MonotonicTime) -> BlockedPaths {
        var blocked = BlockedPaths()
        guard !moves.isEmpty else { return blocked }
        var waiting: [HeldMove] = []
        let onward = Set(moves.map(\.move.from))
        for held in moves {
            let move = held.move
            var isHeld = false
            if let until = held.heldUntil {
                isHeld = until > now || entry(at: EntryPlace(move.from))?.isAwaited ?? false
            }
            if isHeld || blocked.touches(move) {
                blocked.insert(move)
                waiting.append(held)
            } else if !TransientName.isJunk(move.to.path.lastComponent) || move.isDirectory
                || onward.contains(move.to)
            {
                result.moves.append(move)
            }
        }
        moves = waiting
        return blocked
    }
}
