import FolderWatching
import PhotoLibrary
import Platform

/// Turns steps in the words of the disk into changes of the catalogue.
struct StepTranslator: Sendable {
    /// None of them about sidecars.
    private let steps: [ReconciledStep]
    /// The assets of new files, by the number of their step.
    private let made: [Int: Asset]

    /// Makes a translator of these steps, which gives their new assets their ids.
    init(_ steps: [ReconciledStep], identifiers: IdentifierSource, now: Timestamp) {
        let steps = steps.filter { !$0.isOfSidecar }
        self.steps = steps
        var made: [Int: Asset] = [:]
        for (number, step) in steps.enumerated() {
            if case .insert(let file, let folder) = step {
                made[number] = Asset(file, in: folder, identifiers: identifiers, now: now)
            }
        }
        self.made = made
    }

    /// The assets whose present state must be known to translate the steps.
    var touchedAssets: [AssetID] {
        steps.compactMap { step in
            switch step {
            case .update(let record, _, _, _), .remove(let record): record.assetID
            case .putFolder, .insert, .revive, .removeFolder: nil
            }
        }
    }

    /// The assets whose files the steps leave to be read.
    var readAssets: [AssetID] {
        steps.enumerated().compactMap { number, step in
            switch step {
            case .insert: made[number]?.id
            case .update(let record, _, _, let rereads): rereads ? record.assetID : nil
            case .revive(let asset, _, _, let rereads): rereads ? asset.id : nil
            case .putFolder, .remove, .removeFolder: nil
            }
        }
    }

    /// Translates the steps, in their order.
    /// - Parameter assets: the touched assets as they are now; what is not among them is gone already.
    func changes(_ assets: [AssetID: Asset]) -> [CatalogueChange] {
        var assets = assets
        return steps.enumerated().compactMap { number, step in
            switch step {
            case .putFolder(let folder): return .putFolder(folder)
            case .removeFolder(let id): return .removeFolder(id)
            case .insert: return made[number].map { .putAsset($0) }
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
                // A sidecar alone is nothing to be shown.
                guard rest.contains(where: { $0.kind != .sidecar }) else {
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
