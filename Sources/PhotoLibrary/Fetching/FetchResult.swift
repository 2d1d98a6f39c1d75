public import Platform

/// The ordered list of assets that a fetch gives at one version. It never changes; later versions share its memory.
public struct FetchResult: Sendable {
    /// What was asked.
    public let request: FetchRequest
    /// The version that it is true for.
    public let version: Version
    let entries: FetchEntries
    private let assets: CountedTree<AssetSummary>

    init(request: FetchRequest, version: Version, entries: FetchEntries, assets: CountedTree<AssetSummary>) {
        self.request = request
        self.version = version
        self.entries = entries
        self.assets = assets
    }

    /// How many assets there are.
    public var count: Int { entries.count }

    /// The checksum of the ids in order, as clients compute it: 16 hexadecimal digits. Costs O(1).
    public var checksum: String {
        OrderChecksum.text(request.sort.isAscending ? entries.checksum.forward : entries.checksum.backward)
    }

    /// The ids at these places, clamped to those that there are. Costs O(log n) and the length of the range.
    public func ids(in range: Range<Int>) -> [AssetID] {
        let range = range.clamped(to: 0..<count)
        if request.sort.isAscending { return entries.ids(in: range) }
        return entries.ids(in: count - range.upperBound..<count - range.lowerBound).reversed()
    }

    /// The assets at these places, clamped to those that there are. Costs O(log n) an asset.
    public func summaries(in range: Range<Int>) -> [AssetSummary] {
        ids(in: range).compactMap { assets.element(for: $0) }
    }

    /// What is known of an asset at this version, whether it is in the list or not.
    public func summary(of id: AssetID) -> AssetSummary? { assets.element(for: id) }

    /// The place of an asset; nil where it is not in here. Costs O(log n).
    public func index(of id: AssetID) -> Int? {
        guard let asset = assets.element(for: id) else { return nil }
        let rank = entries.rank(of: SortPlace(of: asset, by: entries.key))
        guard entries.id(at: rank) == id else { return nil }
        return request.sort.isAscending ? rank : count - 1 - rank
    }

    /// The cursor behind the asset at `index`; nil where there is none.
    public func cursor(after index: Int) -> FetchCursor? {
        guard index >= 0, index < count else { return nil }
        return summaries(in: index..<index + 1).first.map {
            FetchCursor(sort: request.sort, place: SortPlace(of: $0, by: entries.key))
        }
    }

    /// The first place behind the cursor, which must be one of the same order; `count` where none is. Costs O(log n).
    public func index(after cursor: FetchCursor) -> Int {
        let rank = entries.rank(of: cursor.place)
        if request.sort.isAscending { return entries.id(at: rank) == cursor.place.id ? rank + 1 : rank }
        return count - rank
    }

    /// When the first of its assets was taken; nil where it is empty or not ordered by date taken.
    public var startDate: WallTime? { dateTaken(at: 0) }

    /// When the last of its assets was taken; nil where it is empty or not ordered by date taken.
    public var endDate: WallTime? { dateTaken(at: count - 1) }

    private func dateTaken(at rank: Int) -> WallTime? {
        guard entries.key == .taken, let id = entries.id(at: rank) else { return nil }
        return assets.element(for: id)?.date
    }
}
