/// A place in the order of a fetch: behind one asset, whether it is still there or not.
///
/// Its text is opaque, fit for URLs, and bound to the order that it was made for.
public struct FetchCursor: Hashable, Sendable, CustomStringConvertible {
    let sort: FetchSort
    let place: SortPlace

    init(sort: FetchSort, place: SortPlace) {
        self.sort = sort
        self.place = place
    }

    /// Reads what `description` wrote for the same order; nil for any other text.
    public init?(_ text: some StringProtocol, sort: FetchSort) {
        nil
    }

    /// The text that clients see.
    public var description: String { "" }
}
