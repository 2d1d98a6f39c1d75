import Platform

/// The ids of some assets in ascending order, whatever the order goes by.
struct FetchEntries: Sendable {
    private enum Storage {
        case numbers(CountedTree<FetchEntry<Int64>>)
        case names(CountedTree<FetchEntry<FileName>>)
    }

    /// What the order goes by.
    let key: FetchSort.Key
    private var storage: Storage

    /// Makes an empty list.
    init(key: FetchSort.Key) {
        self.key = key
        storage = key == .name ? .names(CountedTree()) : .numbers(CountedTree())
    }

    /// Orders assets, in O(n log n).
    init(key: FetchSort.Key, assets: [AssetSummary]) {
        self.key = key
        if key == .name {
            storage = .names(CountedTree(sorted: assets.map { FetchEntry(value: $0.filename, id: $0.id) }.sorted()))
        } else {
            let entries = assets.map { FetchEntry(value: $0.number(for: key), id: $0.id) }
            storage = .numbers(CountedTree(sorted: entries.sorted()))
        }
    }

    /// How many there are.
    var count: Int {
        switch storage {
        case .numbers(let tree): tree.count
        case .names(let tree): tree.count
        }
    }

    /// The checksum of the ids, in order.
    var checksum: OrderChecksum {
        switch storage {
        case .numbers(let tree): tree.checksum
        case .names(let tree): tree.checksum
        }
    }

    /// The ids of these ranks, clamped to those that there are.
    func ids(in ranks: Range<Int>) -> [AssetID] {
        var ids: [AssetID] = []
        ids.reserveCapacity(ranks.clamped(to: 0..<count).count)
        switch storage {
        case .numbers(let tree): tree.forEach(in: ranks) { ids.append($0.id) }
        case .names(let tree): tree.forEach(in: ranks) { ids.append($0.id) }
        }
        return ids
    }

    /// The id at a rank.
    func id(at rank: Int) -> AssetID? {
        switch storage {
        case .numbers(let tree): tree.element(at: rank)?.id
        case .names(let tree): tree.element(at: rank)?.id
        }
    }

    /// How many stand before the place; nil where the place is one of another kind of order.
    func rank(of place: SortPlace) -> Int? {
        switch (storage, place.value) {
        case (.numbers(let tree), .number(let value)): tree.rank(of: FetchEntry(value: value, id: place.id))
        case (.names(let tree), .name(let value)): tree.rank(of: FetchEntry(value: value, id: place.id))
        default: nil
        }
    }

    /// Puts an asset in its place.
    mutating func insert(_ asset: AssetSummary) {
        switch storage {
        case .numbers(var tree):
            // The tree is taken out, so that it is held once only and changes in place.
            storage = .numbers(CountedTree())
            tree.insert(FetchEntry(value: asset.number(for: key), id: asset.id))
            storage = .numbers(tree)
        case .names(var tree):
            storage = .names(CountedTree())
            tree.insert(FetchEntry(value: asset.filename, id: asset.id))
            storage = .names(tree)
        }
    }

    /// Takes an asset out; `asset` is as it was when it was put in.
    mutating func remove(_ asset: AssetSummary) {
        switch storage {
        case .numbers(var tree):
            storage = .numbers(CountedTree())
            tree.remove(FetchEntry(value: asset.number(for: key), id: asset.id))
            storage = .numbers(tree)
        case .names(var tree):
            storage = .names(CountedTree())
            tree.remove(FetchEntry(value: asset.filename, id: asset.id))
            storage = .names(tree)
        }
    }
}
