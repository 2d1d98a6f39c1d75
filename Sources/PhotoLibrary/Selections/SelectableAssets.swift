/// What the library says of assets that a client wants to pick.
struct SelectableAssets: Sendable {
    /// One asset.
    struct Facts: Sendable {
        let mediaType: MediaType
        let revision: Version
        /// Whether it is one of those that may be picked.
        let isSelectable: Bool
    }

    /// Finds an asset; nil where there is none.
    let facts: @Sendable (AssetID) -> Facts?

    init(facts: @escaping @Sendable (AssetID) -> Facts?) { self.facts = facts }

    /// What `snapshot` says, where assets of `fetch` may be picked.
    init(_ snapshot: LibrarySnapshot, fetch: FetchRequest) {
        let query = FetchQuery(fetch)
        let predicate = query.predicate
        let exists = query.folder.map { snapshot.folder($0) != nil } ?? true
        facts = { id in
            snapshot.summary(of: id).map {
                Facts(
                    mediaType: $0.mediaType, revision: $0.revision, isSelectable: exists && predicate.matches($0))
            }
        }
    }
}
