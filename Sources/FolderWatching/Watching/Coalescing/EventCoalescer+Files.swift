import Platform

/// What events do to files.
extension EventCoalescer {
    func entry(at place: EntryPlace) -> PendingFile? { files[place.directory]?[place.name] }

    mutating func addFile(_ kind: WatchEvent.Kind, _ place: EntryPlace, at now: MonotonicTime) {
        let old = entry(at: place)
        switch kind {
        case .created:
            set(
                .unfinished(.open, since: now), at: place, mayHaveExisted: old?.mayHaveExisted ?? false, isFresh: true,
                now: now)
        case .closedWrite:
            complete(place, isFresh: old?.isFresh ?? false, now: now)
        case .deleted:
            if let old, !old.mayHaveExisted {
                remove(place)
            } else {
                set(.absent(since: now), at: place, mayHaveExisted: true, isFresh: false, now: now)
            }
        case .attributes:
            if old == nil { complete(place, isFresh: false, now: now) }
        case .movedFrom(let cookie):
            openMoves[cookie] = OpenMove(place: place, isDirectory: false, entry: old)
            pairings.append(cookie, at: now)
            if old?.mayHaveExisted ?? true {
                set(.absent(since: now), at: place, mayHaveExisted: true, isFresh: false, now: now)
            } else {
                remove(place)
            }
        case .movedTo(let cookie):
            if let source = openMoves.removeValue(forKey: cookie), !source.isDirectory {
                move(source, to: place, at: now)
            } else {
                complete(place, isFresh: true, now: now)
            }
        }
    }

    private mutating func move(_ source: OpenMove, to place: EntryPlace, at now: MonotonicTime) {
        let isKnown =
            if let entry = source.entry {
                !entry.isFresh && (entry.cameByMove || !TransientName.isJunk(source.place.name))
            } else {
                !TransientName.isJunk(source.place.name)
            }
        if isKnown {
            let move = PendingChanges.Move(from: source.place.path, to: place.path, isDirectory: false)
            append(move, isBackup: TransientName.isBackup(place.name, of: source.place.name), at: now)
            if var left = entry(at: source.place), case .absent = left.state {
                left.state = .due
                put(left, at: source.place)
            }
        }
        if let entry = source.entry, entry.isBeingWritten {
            set(
                .unfinished(.open, since: now), at: place, mayHaveExisted: true, isFresh: !isKnown, now: now,
                cameByMove: isKnown)
        } else {
            complete(place, isFresh: !isKnown, now: now, cameByMove: isKnown)
        }
    }

    private mutating func append(_ move: PendingChanges.Move, isBackup: Bool, at now: MonotonicTime) {
        // Whatever waited whether the place that this one leaves is only a backup has its answer.
        if let earlier = moves.lastIndex(where: { $0.move.to == move.from }) { moves[earlier].heldUntil = nil }
        moves.append(HeldMove(move: move, heldUntil: isBackup ? now + Self.transience : nil))
        if isBackup { holds.append(move, at: now) }
        markDue(at: now)
    }

    /// The file at `place` is whole.
    private mutating func complete(
        _ place: EntryPlace, isFresh: Bool, now: MonotonicTime, cameByMove: Bool = false
    ) {
        let isSaved = isFresh && dissolveBackup(of: place, at: now)
        let mayHaveExisted = entry(at: place)?.mayHaveExisted ?? true
        let isTransient = TransientName.isTransient(place.name)
        set(
            isTransient ? .transient(since: now) : .due, at: place,
            mayHaveExisted: mayHaveExisted || isSaved || cameByMove,
            isFresh: isFresh && !isSaved, now: now, cameByMove: cameByMove)
    }

    /// Where the file that was at `place` was put aside and a new one was written: that was a save, and what was put
    /// aside is the newcomer.
    private mutating func dissolveBackup(of place: EntryPlace, at now: MonotonicTime) -> Bool {
        guard !moves.isEmpty else { return false }
        let path = place.path
        guard let found = moves.lastIndex(where: { $0.move.from == path && $0.heldUntil != nil }) else { return false }
        let backup = moves.remove(at: found).move.to
        let aside = EntryPlace(backup)
        if var entry = entry(at: aside), entry.cameByMove {
            entry.isFresh = true
            entry.cameByMove = false
            put(entry, at: aside)
        }
        markDue(at: now)
        return true
    }

    mutating func set(
        _ state: PendingFile.State, at place: EntryPlace, mayHaveExisted: Bool, isFresh: Bool, now: MonotonicTime,
        cameByMove: Bool = false
    ) {
        put(
            PendingFile(state: state, mayHaveExisted: mayHaveExisted, isFresh: isFresh, cameByMove: cameByMove),
            at: place)
        switch state {
        case .due, .unfinishedDue: markDue(at: now)
        case .absent: absences.append(place, at: now)
        case .transient: transients.append(place, at: now)
        case .unfinished(.found, _): foundFiles.append(place, at: now)
        case .unfinished(.open, _):
            if TransientName.isTransient(place.name) {
                downloads.append(place, at: now)
            } else {
                openFiles.append(place, at: now)
            }
        }
        if files[place.directory]?.count ?? 0 > Self.directoryLimit { list(place.directory, at: now) }
    }

    mutating func put(_ entry: PendingFile, at place: EntryPlace) {
        var entry = entry
        if isListing { entry.mayHaveExisted = true }
        if files[place.directory, default: [:]].updateValue(entry, forKey: place.name) == nil { fileCount += 1 }
    }

    mutating func remove(_ place: EntryPlace) {
        guard files[place.directory]?.removeValue(forKey: place.name) != nil else { return }
        fileCount -= 1
        if files[place.directory]?.isEmpty ?? false { files[place.directory] = nil }
    }

    /// Lists a directory rather than looking at so many files in it.
    private mutating func list(_ directory: RootedPath, at now: MonotonicTime) {
        fileCount -= files.removeValue(forKey: directory)?.count ?? 0
        if directories[directory] == nil {
            directories[directory] = PendingFile(state: .due, mayHaveExisted: true, isFresh: false)
        }
        markDue(at: now)
    }
}

extension EntryPlace {
    /// The place of a path that is not a root's own.
    init(_ path: RootedPath) {
        let bytes = path.path.bytes
        let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
        directory = RootedPath(root: path.root, path: FileName(bytes: bytes[..<(slash ?? 0)]))
        name = path.path.lastComponent
    }
}
