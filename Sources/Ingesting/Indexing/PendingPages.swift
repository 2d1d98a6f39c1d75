import PhotoLibrary

/// Assets whose main file is to be read, each once, the last listed first.
struct PendingPages {
    /// Assets that are asked for at once, some 1 kB each.
    private static let pageSize = 2_000

    /// Which assets these are.
    enum Kind {
        /// Those that were not read yet: of a list, or all.
        case pending([AssetID]?)
        /// Those of a list, read or not.
        case listed([AssetID])
        /// Those that a reader older than this version read.
        case outdated(Int)
    }

    let catalogue: any Catalogue
    private let kind: Kind
    private var listed: ArraySlice<AssetID>?
    private var page: ArraySlice<Asset> = []
    private var last: AssetID?
    private var isComplete = false

    /// Makes the pages of these assets.
    init(catalogue: any Catalogue, _ kind: Kind) {
        self.catalogue = catalogue
        self.kind = kind
        switch kind {
        case .pending(let ids): listed = ids?[...]
        case .listed(let ids): listed = ids[...]
        case .outdated: listed = nil
        }
    }

    /// Gives up to `count` assets; none after the last.
    mutating func next(_ count: Int) async throws -> ArraySlice<Asset> {
        while page.isEmpty && !isComplete {
            if let ids = listed {
                page = try await catalogue.assets(Array(ids.prefix(Self.pageSize)))
                    .filter { isWanted($0) }[...]
                listed = ids.dropFirst(Self.pageSize)
                isComplete = ids.count <= Self.pageSize
            } else {
                page = try await page(after: last)[...]
                last = page.last?.id ?? last
                isComplete = page.isEmpty
            }
        }
        defer { page = page.dropFirst(count) }
        return page.prefix(count)
    }

    private func isWanted(_ asset: Asset) -> Bool {
        if case .listed = kind { return true }
        return asset.primary.state == .pending
    }

    private func page(after last: AssetID?) async throws -> [Asset] {
        if case .outdated(let version) = kind {
            return try await catalogue.outdatedAssets(readBefore: version, limit: Self.pageSize, after: last)
        }
        return try await catalogue.pendingAssets(limit: Self.pageSize, after: last)
    }
}
