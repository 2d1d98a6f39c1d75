import FolderWatching
import PhotoLibrary
import Platform

/// Sidecars are no assets: where one comes, changes or goes, the files that it is of are read again.
extension Indexer {
    /// The assets that steps may have given other sidecars. To be called once the steps are committed.
    func assetsBeside(_ steps: [ReconciledStep]) async throws -> Set<AssetID> {
        var places: Set<SidecarPlace> = []
        var found: Set<AssetID> = []
        for step in steps {
            switch step {
            case .insert(let file, let folder) where file.guess == .sidecar:
                places.insert(SidecarPlace(folder: folder, name: file.name))
            case .update(let record, let folder, let file, _) where record.kind == .sidecar:
                found.insert(record.assetID)
                places.insert(SidecarPlace(folder: record.folderID, name: record.filename))
                places.insert(SidecarPlace(folder: folder, name: file.name))
            case .remove(let record) where record.kind == .sidecar:
                found.insert(record.assetID)
                places.insert(SidecarPlace(folder: record.folderID, name: record.filename))
            case .update(let record, let folder, let file, rereads: false):
                if record.folderID != folder || record.filename != file.name { found.insert(record.assetID) }
            case .revive(let asset, _, _, rereads: false): found.insert(asset.id)
            case .insert, .update, .remove, .revive, .putFolder, .removeFolder: break
            }
        }
        for (folder, places) in Dictionary(grouping: places, by: \.folder) {
            let files = try await owners(of: Set(places.map(\.name)), in: folder)
            found.formUnion(files.lazy.filter { $0.kind != .sidecar }.map(\.assetID))
        }
        return found
    }

    /// The files that sidecars in a folder are of.
    private func owners(of sidecars: Set<FileName>, in folder: FolderID) async throws -> [FileRecord] {
        let catalogue = library.catalogue
        var names: Set<FileName> = []
        var files: [FileRecord] = []
        var cut: Set<FileName> = []
        for sidecar in sidecars {
            let owners = SidecarNaming.owners(of: sidecar)
            names.formUnion(owners.names)
            if owners.isCut { cut.insert(sidecar) }
            if let stem = owners.stem { files += try await catalogue.files(in: folder, stem: stem) }
        }
        files += try await catalogue.files(in: folder, named: names)
        if cut.isEmpty { return files }
        // The names alone do not tell whose these are; the folder is read once for all of them.
        return try await files
            + catalogue.files(in: folder)
            .filter { !cut.isDisjoint(with: SidecarNaming.sidecars(of: $0.filename)) }
    }

    /// Reads again those of these assets whose sidecars are not those that they were read with.
    /// - Returns: those whose files were not there or did not hold still.
    func read(beside ids: some Collection<AssetID>) async throws -> [Asset] {
        var outdated: [AssetID] = []
        var rest = Array(ids)[...]
        while !rest.isEmpty {
            let assets = try await library.assets(Array(rest.prefix(Self.commitSize)))
            outdated += assets.filter { finder.isOutdated($0) }.map(\.id)
            rest = rest.dropFirst(Self.commitSize)
        }
        if outdated.isEmpty { return [] }
        return try await read(PendingPages(catalogue: library.catalogue, .listed(outdated)))
    }
}

/// Where a sidecar stands, or stood.
private struct SidecarPlace: Hashable {
    let folder: FolderID
    let name: FileName
}

extension ReconciledStep {
    /// Whether it is about a sidecar, which the catalogue knows as a file of an asset's only.
    var isOfSidecar: Bool {
        switch self {
        case .insert(let file, _): file.guess == .sidecar
        case .update(let record, _, _, _), .remove(let record): record.kind == .sidecar
        case .revive, .putFolder, .removeFolder: false
        }
    }
}
