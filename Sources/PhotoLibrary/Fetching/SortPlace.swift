import Platform

/// Where an asset stands in an order: by the number that it is ordered by, then by name where the order goes by that, then
/// by id.
struct SortPlace: Hashable, Comparable, Sendable {
    /// What the order goes by first; 0 in one by name.
    let number: Int64
    /// What it goes by next; empty in one by number alone.
    let name: FileName
    /// What breaks ties.
    let id: AssetID

    /// The place of an asset.
    init(of asset: AssetSummary, by key: FetchSort.Key) {
        id = asset.id
        number = asset.number(for: key)
        name = key == .taken || key == .name ? asset.filename : FileName("")
    }

    /// Makes a place.
    init(number: Int64, name: FileName = FileName(""), id: AssetID) {
        self.number = number
        self.name = name
        self.id = id
    }

    static func < (left: Self, right: Self) -> Bool {
        if left.number != right.number { return left.number < right.number }
        return left.name == right.name ? left.id < right.id : left.name < right.name
    }
}

/// A place is its own key.
extension SortPlace: OrderedElement {
    var orderKey: Self { self }
    var checksumValue: UInt64 { UInt64(bitPattern: id.rawValue) }
}

extension AssetSummary {
    /// What the asset is ordered by; 0 for `name`, which is not a number.
    fileprivate func number(for key: FetchSort.Key) -> Int64 {
        switch key {
        case .taken: taken.ticks
        case .added: addedDate.nanoseconds
        case .modified: modificationDate.nanoseconds
        case .size: byteCount
        case .name: 0
        }
    }
}

extension AssetSummary: OrderedElement {
    /// The library's table of assets goes by id.
    var orderKey: AssetID { id }
    var checksumValue: UInt64 { UInt64(bitPattern: id.rawValue) }
}
