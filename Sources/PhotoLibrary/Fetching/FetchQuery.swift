/// Which assets a fetch gives and what they are ordered by; both directions share one list.
struct FetchQuery: Hashable, Sendable {
    private let collection: CollectionID
    private let filter: FetchFilter?
    /// What the list is ordered by.
    let key: FetchSort.Key

    /// What a request asks for.
    init(_ request: FetchRequest) {
        // Recently added is everything, only in another order.
        collection = request.collection == .smartAlbum(.recentlyAdded) ? .all : request.collection
        filter = request.filter == .all([]) ? nil : request.filter
        key = request.sort.key
    }

    /// The folder whose own list, kept with the folder, is what is asked for.
    var standingFolder: FolderID? {
        if case .folder(let id) = collection, filter == nil, key == .taken { id } else { nil }
    }

    /// The folder that has to be there.
    var folder: FolderID? {
        if case .folder(let id) = collection { id } else { nil }
    }

    /// Tells for one asset whether the fetch gives it.
    var predicate: FetchPredicate {
        let conditions = filter.map(FetchPredicate.init)
        let includesHidden = filter?.mentionsHidden ?? false || collection == .smartAlbum(.hidden)
        let collection = collection
        return FetchPredicate { asset in
            if asset.isHidden && !includesHidden { return false }
            return collection.holds(asset) && conditions?.matches(asset) ?? true
        }
    }
}

extension CollectionID {
    /// Whether an asset is in the collection, hidden or not.
    func holds(_ asset: AssetSummary) -> Bool {
        switch self {
        case .all: true
        case .smartAlbum(let album): album.contains(asset)
        case .folder(let id): asset.folderID == id
        }
    }
}

extension FetchFilter {
    /// Whether the filter chooses an asset.
    public func chooses(_ asset: AssetSummary) -> Bool { FetchPredicate(self).matches(asset) }
}
