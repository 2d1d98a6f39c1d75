/// Keeps the list of an observed fetch up to date, so that it need not be computed anew when it changes; ends with the
/// last reference.
public final class FetchHold: Sendable {
    private let query: FetchQuery
    private let published: PublishedSnapshot

    init(_ request: FetchRequest, published: PublishedSnapshot) {
        query = FetchQuery(request)
        self.published = published
        published.hold(query)
    }

    deinit { published.release(query) }
}
