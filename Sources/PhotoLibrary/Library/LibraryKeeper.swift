import Platform

/// Makes one snapshot after the other: the only one that publishes.
///
/// Runs on a thread of its own, since bringing lists up to date and ordering new ones takes a while in a large library.
actor LibraryKeeper {
    /// Most lists kept beside the standing ones: each has to be brought up to date with every commit.
    static let keptListLimit = 32
    /// Most observed lists kept. Beyond, changes are still right, but a list that was let go of is computed anew.
    static let observedListLimit = 256
    /// Most entries in all kept lists together, in lists of everything: bounds their memory to a few times that of one.
    static let keptEntriesLimit = 8
    /// As many entries may be kept in any case: about 70 MB.
    static let keptEntriesFloor = 4_000_000

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
        _ ids: [AssetID], _ change: @escaping @Sendable ([AssetID: Asset]) async throws -> [CatalogueChange]
    ) async throws -> Commit {
        let previous = lastCommit
        let task = Task {
            _ = await previous?.result
            let assets = ids.isEmpty ? [] : try await catalogue.assets(ids)
            let changes = try await change(
                Dictionary(assets.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }))
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
    func fetch(_ request: FetchRequest) -> FetchResult? { snapshot(keeping: request)?.fetch(request) }

    /// Computes a list and keeps it; gives a snapshot that has it, nil where there is no such collection.
    func snapshot(keeping request: FetchRequest) -> LibrarySnapshot? {
        if let ready = published.snapshot(using: request) { return ready }
        var snapshot = published.snapshot
        let query = FetchQuery(request)
        if let folder = query.folder, snapshot.folder(folder) == nil { return nil }
        snapshot.keep(FetchList(query, assets: snapshot.assets), for: query)
        published.publish(snapshot)
        let result = published.snapshot(using: request)
        dropLists(except: query)
        return result
    }

    /// Lets go of the lists that were not asked for the longest, until the limits hold; of observed ones last.
    private func dropLists(except newest: FetchQuery) {
        var snapshot = published.snapshot
        let entriesLimit = max(Self.keptEntriesLimit * snapshot.assetCount, Self.keptEntriesFloor)
        while true {
            let observed = published.heldListCount
            let isOverAll = snapshot.keptEntryCount > entriesLimit || observed > Self.observedListLimit
            guard snapshot.keptListCount - observed > Self.keptListLimit || isOverAll,
                let query = published.leastRecentlyUsed(includingHeld: false)
                    ?? (isOverAll ? published.leastRecentlyUsed(includingHeld: true) : nil),
                query != newest
            else { return }
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
