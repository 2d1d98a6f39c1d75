import FolderWatching
import PhotoLibrary
import Platform

/// Turns steps in the words of the disk into changes of the catalogue.
struct StepTranslator: Sendable {
    let identifiers: IdentifierSource
    let now: Timestamp

    /// The assets whose present state must be known to translate the steps.
    static func touchedAssets(_ steps: [ReconciledStep]) -> [AssetID] {
        steps.compactMap { step in
            switch step {
            case .update(let record, _, _, _), .remove(let record): record.assetID
            case .putFolder, .insert, .revive, .removeFolder: nil
            }
        }
    }

    /// How many files the steps leave to be read.
    static func readCount(_ steps: [ReconciledStep]) -> Int {
        steps.count { step in
            switch step {
            case .insert: true
            case .update(_, _, _, let rereads), .revive(_, _, _, let rereads): rereads
            case .putFolder, .remove, .removeFolder: false
            }
        }
    }

    /// Translates steps, in their order.
    /// - Parameter assets: the touched assets as they are now; what is not among them is gone already.
    func changes(for steps: [ReconciledStep], assets: [AssetID: Asset]) -> [CatalogueChange] {
        var assets = assets
        return steps.compactMap { step in
            switch step {
            case .putFolder(let folder): return .putFolder(folder)
            case .removeFolder(let id): return .removeFolder(id)
            case .insert(let file, let folder):
                return .putAsset(Asset(file, in: folder, identifiers: identifiers, now: now))
            case .revive(var asset, let folder, let file, let rereads):
                asset.place(file, of: asset.primary.id, in: folder, rereads: rereads)
                return .putAsset(asset)
            case .update(let record, let folder, let file, let rereads):
                guard var asset = assets[record.assetID] else { return nil }
                asset.place(file, of: record.resourceID, in: folder, rereads: rereads)
                assets[asset.id] = asset
                return .putAsset(asset)
            case .remove(let record):
                guard var asset = assets[record.assetID] else { return nil }
                let rest = asset.resources.filter { $0.id != record.resourceID }
                guard !rest.isEmpty else {
                    assets[asset.id] = nil
                    return .removeAsset(asset.id)
                }
                asset.resources = rest
                asset.folderID = asset.primary.folderID
                assets[asset.id] = asset
                return .putAsset(asset)
            }
        }
    }
}
