import Platform

/// Makes one snapshot after the other: the only one that publishes.
///
/// Runs on a thread of its own, since bringing lists up to date and ordering new ones takes a while in a large library.
actor LibraryKeeper {
    /// Most lists kept beside the standing ones: each has to be brought up to date with every commit.
    static let keptListLimit = 32
    /// Most entries in all kept lists together, in lists of everything: bounds their memory to a few times that of one.
    static let keptEntriesLimit = 8

    private let executor = BlockingExecutor(label: "contactsheet.library")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let catalogue: any Catalogue
    private let published: PublishedSnapshot
    private var lastCommit: Task<Commit, any Error>?

    /// Makes a keeper.
    init(catalogue: any Catalogue, published: PublishedSnapshot) {
        self.catalogue = catalogue
        self.published = published
    }

    /// Commits what `change` makes of assets as they are then, after all commits that were asked for before, so that
    /// snapshots follow each other by version and no change of an asset is lost.
    func update(
        _ ids: [AssetID], _ change: @escaping @Sendable ([AssetID: Asset]) -> [CatalogueChange]
    ) async throws -> Commit {
        let previous = lastCommit
        let task = Task {
            _ = await previous?.result
            let assets = ids.isEmpty ? [] : try await catalogue.assets(ids)
            let changes = change(Dictionary(assets.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }))
            let commit = try await catalogue.commit(changes)
            if !commit.isEmpty {
                var snapshot = published.snapshot
                snapshot.apply(commit)
                published.publish(snapshot, after: commit)
            }
            return commit
        }
        lastCommit = task
        return try await task.value
    }

    /// Computes a list and keeps it; nil where there is no such collection.
    func fetch(_ request: FetchRequest) -> FetchResult? {
        if let ready = published.fetch(request) { return ready }
        var snapshot = published.snapshot
        let query = FetchQuery(request)
        if let folder = query.folder, snapshot.folder(folder) == nil { return nil }
        snapshot.keep(FetchList(query, assets: snapshot.assets), for: query)
        published.publish(snapshot)
        let result = published.fetch(request)
        dropLists(except: query)
        return result
    }

    /// Lets go of the lists that were not asked for the longest, until the limits hold.
    private func dropLists(except newest: FetchQuery) {
        var snapshot = published.snapshot
        let entriesLimit = Self.keptEntriesLimit * max(snapshot.assetCount, 1)
        while snapshot.keptListCount > Self.keptListLimit || snapshot.keptEntryCount > entriesLimit,
            let query = published.leastRecentlyUsed(), query != newest
        {
            snapshot.drop(query)
            published.publish(snapshot)
        }
    }
}

extension LibrarySnapshot {
    /// How many lists are kept beside the standing ones.
    fileprivate var keptListCount: Int { lists.count - Self.standing.count }

    /// How many entries these have together.
    fileprivate var keptEntryCount: Int {
        lists.reduce(0) { Self.standing.contains($1.key) ? $0 : $0 + $1.value.entries.count }
    }
}
