import Platform
import Synchronization

extension Library {
    /// Waits until the library has a version after `version`, or the task is cancelled.
    public func waitForCommit(after version: Version) async { await state.signal.wait(after: version) }

    /// The library's token of now.
    public var token: LibraryToken { LibraryToken(libraryID: catalogue.libraryID, version: snapshot.version) }

    /// What working out changes has cost so far.
    public var changeStatistics: ChangeStatistics { changes.statistics.withLock { $0 } }

    /// Keeps the list of a fetch up to date for as long as the hold is referred to: for fetches that are observed.
    public func hold(_ request: FetchRequest) -> FetchHold { FetchHold(request, published: state) }

    /// Finds how a fetch's list became what it is now, step by step where the steps are known and worth it; see
    /// `change(of:since:)`.
    /// - Returns: the change and the list of now; nil where the collection does not exist any more.
    public func change(since before: FetchResult) async -> (change: FetchChange, now: FetchResult)? {
        do {
            return try await changes.change(of: before.request, since: before.version).map { ($0.change, $0.now) }
        } catch {
            // Without the log the steps can't be known.
            return await fetch(before.request).map { (.reload(.tokenExpired), $0) }
        }
    }

    /// Finds how a fetch's list became what it is now, from a version that may be long ago. In O(k log n) for k assets
    /// touched since; who asks the same gets the same, found once.
    /// - Returns: nil where the collection does not exist.
    /// - Throws: `CatalogueError`.
    public func change(
        of request: FetchRequest, since version: Version
    ) async throws -> (change: FetchChange, countBefore: Int?, now: FetchResult)? {
        try await changes.change(of: request, since: version).map { ($0.change, $0.countBefore, $0.now) }
    }

    /// The list of collections now, made once for each version.
    /// - Parameter filter: the assets that are seen; nil for all.
    public func collectionList(within filter: FetchFilter? = nil) async -> CollectionList {
        await changes.collections(within: filter)
    }

    /// Finds how the list of collections became what it is now, from a version that may be long ago.
    /// - Parameter filter: the assets that are seen; nil for all.
    /// - Throws: `CatalogueError`.
    public func collectionsChange(
        since version: Version, within filter: FetchFilter? = nil
    ) async throws -> CollectionsChange {
        try await changes.collectionsChange(since: version, within: filter)
    }

    /// The result of a fetch as it was at a version: from memory for the last few minutes, else rolled back by the
    /// change log, across restarts too.
    /// - Returns: nil where the log does not reach back so far, more changed since than is worth it, or the collection
    ///   did not exist.
    /// - Throws: `CatalogueError`.
    public func fetch(_ request: FetchRequest, at version: Version) async throws -> FetchResult? {
        try await changes.fetch(request, at: version)
    }

    /// The library as it was at a version, folders and collections too, found in the same way.
    /// - Returns: nil where the log does not reach back so far or more changed since than is worth it.
    /// - Throws: `CatalogueError`.
    public func snapshot(at version: Version) async throws -> LibrarySnapshot? {
        try await changes.snapshot(at: version)
    }
}
