import Platform

/// Where an asset stands in an order: by the value that it is ordered by, then by id.
struct SortPlace: Hashable, Sendable {
    /// The value that an order goes by.
    enum Value: Hashable, Sendable {
        case number(Int64)
        case name(FileName)
    }

    let value: Value
    let id: AssetID
}
