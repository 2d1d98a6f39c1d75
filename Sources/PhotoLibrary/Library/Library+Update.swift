extension Library {
    /// Commits what `change` makes of assets as they are now.
    /// - Parameters:
    ///   - ids: the assets to read.
    ///   - change: takes those of them that are there.
    /// - Throws: `CatalogueError`; then nothing has changed.
    @discardableResult
    public func update(
        _ ids: [AssetID], _ change: @escaping @Sendable ([AssetID: Asset]) -> [CatalogueChange]
    ) async throws -> Commit {
        let assets = ids.isEmpty ? [] : try await assets(ids)
        return try await commit(change(Dictionary(assets.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })))
    }
}
