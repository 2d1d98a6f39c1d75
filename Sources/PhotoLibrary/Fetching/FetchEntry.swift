/// One asset in an ordered list, with the value that the list is ordered by.
struct FetchEntry<Value: Comparable & Sendable>: OrderedElement, Comparable {
    /// What the list goes by first.
    let value: Value
    /// What breaks ties.
    let id: AssetID

    /// An entry is its own key.
    var orderKey: Self { self }
    var checksumValue: UInt64 { UInt64(bitPattern: id.rawValue) }

    /// Orders by value, then by id.
    static func < (left: Self, right: Self) -> Bool {
        left.value == right.value ? left.id < right.id : left.value < right.value
    }
}
