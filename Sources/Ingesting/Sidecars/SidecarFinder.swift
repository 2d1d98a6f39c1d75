import FolderWatching
import PhotoLibrary
import Platform

/// Finds what stands beside files. Blocks.
struct SidecarFinder: Sendable {
    let opener: FileOpener
    let filter: PathFilter

    /// The sidecars of a file, those first that count more; none where its folder can't be reached.
    func sidecars(of name: FileName, in folder: FolderID) -> [ScannedFile] {
        guard let glance = try? opener.glance(at: folder, filter: filter) else { return [] }
        return SidecarNaming.sidecars(of: name).compactMap { try? glance.file($0) }
    }

    /// Whether an asset's sidecars are not those that it was read with.
    func isOutdated(_ asset: Asset) -> Bool {
        let read = asset.resources.filter { $0.kind == .sidecar }
        let found = sidecars(of: asset.primary.filename, in: asset.primary.folderID)
        return found.map(\.stamp) != read.map(\.stamp) || found.map(\.name) != read.map(\.filename)
            || read.contains { $0.folderID != asset.primary.folderID }
    }
}
