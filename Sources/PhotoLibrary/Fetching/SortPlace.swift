import Platform

/// Where an asset stands in an order: by the value that it is ordered by, then by id.
struct SortPlace: Hashable, Sendable {
    /// The value that an order goes by.
    enum Value: Hashable, Sendable {
        case number(Int64)
        case name(FileName)
    }

    /// What the order goes by first.
    let value: Value
    /// What breaks ties.
    let id: AssetID

    /// The place of an asset.
    init(of asset: AssetSummary, by key: FetchSort.Key) {
        id = asset.id
        value = key == .name ? .name(asset.filename) : .number(asset.number(for: key))
    }

    /// Makes a place.
    init(value: Value, id: AssetID) {
        self.value = value
        self.id = id
    }
}

extension AssetSummary {
    /// What the asset is ordered by; 0 for `name`, which is not a number.
    func number(for key: FetchSort.Key) -> Int64 {
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
