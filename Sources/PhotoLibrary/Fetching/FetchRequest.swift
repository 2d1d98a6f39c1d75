/// What a client asks to see: a collection, which of its assets, in which order.
public struct FetchRequest: Hashable, Sendable, Codable {
    /// Where to look.
    public var collection: CollectionID
    /// Which of its assets; nil for all that are not hidden.
    public var filter: FetchFilter?
    /// In which order.
    public var sort: FetchSort

    /// Makes a request, in the collection's own order unless told.
    public init(_ collection: CollectionID, filter: FetchFilter? = nil, sort: FetchSort? = nil) {
        self.collection = collection
        self.filter = filter
        self.sort = sort ?? collection.defaultSort
    }
}
