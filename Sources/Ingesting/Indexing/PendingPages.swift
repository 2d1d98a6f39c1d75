import PhotoLibrary

/// The assets whose main file was not read yet, the last listed first, each once.
struct PendingPages {
    /// Assets that are asked for at once, some 1 kB each.
    private static let pageSize = 2_000

    let catalogue: any Catalogue
    private var page: ArraySlice<Asset> = []
    private var last: AssetID?
    private var isComplete = false

    init(catalogue: any Catalogue) { self.catalogue = catalogue }

    /// Gives up to `count` assets; none after the last.
    mutating func next(_ count: Int) async throws -> ArraySlice<Asset> {
        if page.isEmpty && !isComplete {
            page = try await catalogue.pendingAssets(limit: Self.pageSize, after: last)[...]
            last = page.last?.id ?? last
            isComplete = page.isEmpty
        }
        defer { page = page.dropFirst(count) }
        return page.prefix(count)
    }
}
