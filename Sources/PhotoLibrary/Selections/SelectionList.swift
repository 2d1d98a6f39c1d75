/// The items of a selection in order. A value: versions share what did not change, and every step costs O(log n).
///
/// 1. Every item stands in `items` by its place, and its place in `places` by its asset.
/// 2. `gone` holds those whose assets are not there; `counts` counts all others.
struct SelectionList: Sendable {
    private var items = CountedTree<SelectionItem>()
    private var places = CountedTree<SelectionPlace>()
    private var gone = CountedTree<SelectionItem>()
    private var counts: [MediaType: Int] = [:]

    /// Makes an empty list.
    init() {}

    /// Makes a list of items in any order.
    init(_ stored: [SelectionItem]) {
        let sorted = stored.sorted { $0.place < $1.place }
        items = CountedTree(sorted: sorted)
        places = CountedTree(
            sorted: stored.sorted { $0.assetID < $1.assetID }
                .map { SelectionPlace(assetID: $0.assetID, place: $0.place) })
        gone = CountedTree(sorted: sorted.filter(\.isGone))
        for item in stored where !item.isGone { counts[item.mediaType, default: 0] += 1 }
    }

    /// How many items there are, gone ones too.
    var count: Int { items.count }
    /// How many of them are there.
    var presentCount: Int { items.count - gone.count }
    /// How many of them are gone.
    var goneCount: Int { gone.count }
    /// How many of a type are there.
    func presentCount(of type: MediaType) -> Int { counts[type] ?? 0 }
    /// The checksum of the assets' ids in order.
    var checksum: OrderChecksum { items.checksum }
    /// The last item.
    var last: SelectionItem? { items.last }

    /// The item of an asset.
    func item(of id: AssetID) -> SelectionItem? { places.element(for: id).flatMap { items.element(for: $0.place) } }

    /// The item at an index, gone ones counted.
    func item(at index: Int) -> SelectionItem? { items.element(at: index) }

    /// The index of an asset's item, gone ones counted.
    func index(of id: AssetID) -> Int? { places.element(for: id).map { items.rank(of: $0.place) } }

    /// The number of an item, from 1; nil where it is gone or not in here.
    func number(of id: AssetID) -> Int? {
        guard let item = item(of: id), !item.isGone else { return nil }
        return items.rank(of: item.place) + 1 - gone.rank(of: item.place)
    }

    /// The item with a number.
    func item(numbered number: Int) -> SelectionItem? {
        guard (1...max(1, presentCount)).contains(number), presentCount > 0 else { return nil }
        // How many of the first items are there ascends with their number: the least index that has enough.
        var low = 0
        var high = items.count - 1
        while low < high {
            let middle = (low + high) / 2
            guard let item = items.element(at: middle) else { return nil }
            let present = middle + 1 - gone.rank(of: item.place) - (item.isGone ? 1 : 0)
            if present < number { low = middle + 1 } else { high = middle }
        }
        return items.element(at: low)
    }

    /// The items at these indexes, clamped to those that there are.
    func items(in range: Range<Int>) -> [SelectionItem] {
        var found: [SelectionItem] = []
        items.forEach(in: range) { found.append($0) }
        return found
    }

    /// The ids at these indexes.
    func ids(in range: Range<Int>) -> [AssetID] { items(in: range).map(\.assetID) }

    /// Every item, in order.
    var all: [SelectionItem] { items(in: 0..<items.count) }

    /// Every item that is gone, in order.
    var allGone: [SelectionItem] {
        var found: [SelectionItem] = []
        gone.forEach { found.append($0) }
        return found
    }

    /// Puts an item in its place, in the stead of the asset's item before.
    mutating func put(_ item: SelectionItem) {
        remove(item.assetID)
        items.insert(item)
        places.insert(SelectionPlace(assetID: item.assetID, place: item.place))
        if item.isGone { gone.insert(item) } else { counts[item.mediaType, default: 0] += 1 }
    }

    /// Takes an asset's item out and gives it.
    @discardableResult
    mutating func remove(_ id: AssetID) -> SelectionItem? {
        guard let place = places.remove(id)?.place, let item = items.remove(place) else { return nil }
        if item.isGone { gone.remove(place) } else { counts[item.mediaType, default: 0] -= 1 }
        return item
    }
}
