import PhotoLibrary

/// Assets whose main file was not read yet, each once: those of a list, or all, the last listed first.
struct PendingPages {
    /// Assets that are asked for at once, some 1 kB each.
    private static let pageSize = 2_000

    let catalogue: any Catalogue
    private var listed: ArraySlice<AssetID>?
    private var page: ArraySlice<Asset> = []
    private var last: AssetID?
    private var isComplete = false

    /// Makes the pages of these assets, or of all.
    init(catalogue: any Catalogue, listed: [AssetID]? = nil) {
        self.catalogue = catalogue
        self.listed = listed?[...]
    }

    /// Gives up to `count` assets; none after the last.
    mutating func next(_ count: Int) async throws -> ArraySlice<Asset> {
        while page.isEmpty && !isComplete {
            if let ids = listed {
                page = try await catalogue.assets(Array(ids.prefix(Self.pageSize)))
                    .filter { $0.primary.state == .pending }[...]
                listed = ids.dropFirst(Self.pageSize)
                isComplete = ids.count <= Self.pageSize
            } else {
                page = try await catalogue.pendingAssets(limit: Self.pageSize, after: last)[...]
                last = page.last?.id ?? last
                isComplete = page.isEmpty
            }
        }
        defer { page = page.dropFirst(count) }
        return page.prefix(count)
    }
}
