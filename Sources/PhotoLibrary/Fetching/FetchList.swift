/// A fetch's list and the rule that keeps it up to date.
struct FetchList: Sendable {
    private let predicate: FetchPredicate
    /// The assets that the rule chooses, in order.
    private(set) var entries: FetchEntries

    /// Computes the list from all assets, in O(n log n).
    init(_ query: FetchQuery, assets: CountedTree<AssetSummary>) {
        let predicate = query.predicate
        self.predicate = predicate
        var chosen: [AssetSummary] = []
        assets.forEach { if predicate.matches($0) { chosen.append($0) } }
        entries = FetchEntries(key: query.key, assets: chosen)
    }

    /// Brings the list up to date, in O(k log n) for k changed assets.
    mutating func apply(_ changes: [Commit.Transition<AssetSummary>]) {
        for change in changes {
            let before = change.before.flatMap { predicate.matches($0) ? $0 : nil }
            let after = change.after.flatMap { predicate.matches($0) ? $0 : nil }
            entries.replace(before, with: after)
        }
    }
}

extension FetchEntries {
    /// Takes an asset out as it was and puts it in as it is; nil on either side where it is not to be in the list.
    mutating func replace(_ before: AssetSummary?, with after: AssetSummary?) {
        if let before, let after, SortPlace(of: before, by: key) == SortPlace(of: after, by: key) { return }
        if let before { remove(before) }
        if let after { insert(after) }
    }
}
