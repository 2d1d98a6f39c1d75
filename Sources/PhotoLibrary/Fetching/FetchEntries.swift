/// The ids of some assets in ascending order, whatever the order goes by.
struct FetchEntries: Sendable {
    /// What the order goes by.
    let key: FetchSort.Key
    private var places: CountedTree<SortPlace>

    /// Makes an empty list.
    init(key: FetchSort.Key) {
        self.key = key
        places = CountedTree()
    }

    /// Orders assets, in O(n log n).
    init(key: FetchSort.Key, assets: [AssetSummary]) {
        self.key = key
        places = CountedTree(sorted: assets.map { SortPlace(of: $0, by: key) }.sorted())
    }

    /// How many there are.
    var count: Int { places.count }

    /// The checksum of the ids, in order.
    var checksum: OrderChecksum { places.checksum }

    /// The ids of these ranks, clamped to those that there are.
    func ids(in ranks: Range<Int>) -> [AssetID] {
        var ids: [AssetID] = []
        ids.reserveCapacity(ranks.clamped(to: 0..<count).count)
        places.forEach(in: ranks) { ids.append($0.id) }
        return ids
    }

    /// The id at a rank.
    func id(at rank: Int) -> AssetID? { places.element(at: rank)?.id }

    /// How many stand before the place.
    func rank(of place: SortPlace) -> Int { places.rank(of: place) }

    /// Puts an asset in its place.
    mutating func insert(_ asset: AssetSummary) { places.insert(SortPlace(of: asset, by: key)) }

    /// Takes an asset out; `asset` is as it was when it was put in.
    mutating func remove(_ asset: AssetSummary) { places.remove(SortPlace(of: asset, by: key)) }
}
