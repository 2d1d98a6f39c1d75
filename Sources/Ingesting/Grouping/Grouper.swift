import PhotoLibrary

/// Judges anew which files belong together wherever changes touch something that groups go by, as part of these changes.
///
/// What is looked at are the files that share a name, an identifier or a burst with a changed one, the files that share one
/// with these, and so on: whatever else a folder holds costs nothing.
struct Grouper: Sendable {
    let catalogue: any Catalogue

    /// The changes, with what they make of groups.
    /// - Parameters:
    ///   - changes: changes that are about to be committed; no other commit may come in between.
    ///   - before: the assets concerned, as they are in the catalogue.
    func regrouping(
        _ changes: [CatalogueChange], before: [AssetID: Asset]
    ) async throws -> [CatalogueChange] {
        var neighbourhood = Neighbourhood()
        for change in changes {
            switch change {
            case .putAsset(let asset): neighbourhood.put(asset, before: before[asset.id])
            case .removeAsset(let id): neighbourhood.remove(id, before: before[id])
            case .putFolder, .removeFolder: break
            }
        }
        while let (ids, keys) = neighbourhood.takeUnknown() {
            let sharing = try await catalogue.assetIDs(sharing: keys)
            let unknown = neighbourhood.reach(ids.union(sharing))
            neighbourhood.add(try await catalogue.assets(unknown))
        }
        let judged = neighbourhood.judged()
        guard !judged.isEmpty else { return changes }
        var rest = judged
        var result = changes.map { change in
            guard case .putAsset(let asset) = change, let judged = judged[asset.id] else { return change }
            rest[asset.id] = nil
            return .putAsset(judged)
        }
        result += rest.values.sorted { $0.id < $1.id }.map { .putAsset($0) }
        return result
    }
}
