/// Something that a `CountedTree` can hold.
protocol OrderedElement: Sendable {
    /// What elements are ordered by; no two elements of a tree have the same.
    associatedtype OrderKey: Comparable & Sendable

    /// Where the element stands.
    var orderKey: OrderKey { get }

    /// What the element adds to the checksum of the order.
    var checksumValue: UInt64 { get }
}
