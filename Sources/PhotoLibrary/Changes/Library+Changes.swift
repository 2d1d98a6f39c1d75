import Platform

extension Library {
    /// Waits until the library has a version after `version`, or the task is cancelled.
    public func waitForCommit(after version: Version) async { await state.signal.wait(after: version) }

    /// The library's token of now.
    public var token: LibraryToken { LibraryToken(libraryID: catalogue.libraryID, version: snapshot.version) }

    /// Finds how a fetch's list became what it is now, step by step where the steps are known and worth it.
    /// - Returns: the change and the list of now; nil where the collection does not exist any more.
    public func change(since before: FetchResult) async -> (change: FetchChange, now: FetchResult)? {
        guard let now = await fetch(before.request) else { return nil }
        let history = state.history
        guard let touched = history.touched(since: before.version, upTo: now.version) else {
            return (.reload(history.holds(before.version) ? .tooLarge : .tokenExpired), now)
        }
        return (before.change(to: now, touched: touched), now)
    }

    /// The result of a fetch as it was at a version: from memory for the last few minutes, else rolled back by the
    /// change log, across restarts too.
    /// - Returns: nil where the log does not reach back so far, more changed since than is worth it, or the collection
    ///   did not exist.
    public func fetch(_ request: FetchRequest, at version: Version) async throws -> FetchResult? {
        let now = snapshot
        if version == now.version { return await fetch(request) }
        guard version >= 0, version < now.version else { return nil }
        if let held = state.history.snapshot(at: version) { return await held.computing(request) }
        return try await rolledBack(to: version)?.computing(request)
    }

    /// Finds how a fetch's list became what it is now, from a version that may be long ago.
    /// - Returns: nil where the collection does not exist.
    public func change(
        of request: FetchRequest, since version: Version
    ) async throws -> (change: FetchChange, countBefore: Int?, now: FetchResult)? {
        if let held = state.history.snapshot(at: version), let before = await held.computing(request) {
            return await change(since: before).map { ($0.change, before.count, $0.now) }
        }
        guard let now = await fetch(request) else { return nil }
        guard version >= 0, version < now.version, let old = try await rolledBack(to: version),
            let before = await old.snapshot.computing(request)
        else { return (.reload(.tokenExpired), nil, now) }
        let recent = state.history.touched(since: old.from, upTo: now.version)
        guard let recent else { return (.reload(.tooLarge), before.count, now) }
        return (before.change(to: now, touched: Array(Set(recent).union(old.touched))), before.count, now)
    }

    private struct RolledBack: Sendable {
        /// The library as it was, but for its folders, which are those of now.
        let snapshot: LibrarySnapshot
        /// The version that it was rolled back from.
        let from: Version
        /// The assets that changed between.
        let touched: [AssetID]

        func computing(_ request: FetchRequest) async -> FetchResult? { await snapshot.computing(request) }
    }

    /// More changed assets than this are not worth rolling back: the client takes the list anew instead.
    private static let rollBackLimit = 20_000

    private func rolledBack(to version: Version) async throws -> RolledBack? {
        let now = snapshot
        guard let log = try await catalogue.changes(since: version) else { return nil }
        let undone = log.filter { $0.version <= now.version }
        guard undone.reduce(0, { $0 + $1.assets.count }) <= Self.rollBackLimit else { return nil }
        var old = now
        for entry in undone.reversed() { old.undo(entry) }
        return RolledBack(snapshot: old, from: now.version, touched: Array(Set(undone.flatMap { $0.assets.map(\.id) })))
    }
}

extension LibrarySnapshot {
    /// The result of a fetch, computed where it is not ready.
    @concurrent fileprivate func computing(_ request: FetchRequest) async -> FetchResult? {
        if let ready = fetch(request) { return ready }
        let query = FetchQuery(request)
        if let id = query.folder, folder(id) == nil { return nil }
        var copy = self
        copy.keep(FetchList(query, assets: assets), for: query)
        return copy.fetch(request)
    }
}
