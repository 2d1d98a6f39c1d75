/// What was touched between two versions: everything that may differ.
struct TouchedThings: Sendable {
    /// The assets, with what differs of them.
    private(set) var assets: [AssetID: ChangedFields] = [:]
    /// The folders.
    private(set) var folders: Set<FolderID> = []

    /// Adds an asset.
    mutating func insert(_ id: AssetID, _ fields: ChangedFields) { assets[id, default: []].formUnion(fields) }

    /// Adds a folder.
    mutating func insert(_ id: FolderID) { folders.insert(id) }

    /// Adds all that was touched between two other versions.
    mutating func formUnion(_ other: TouchedThings) {
        assets.merge(other.assets) { $0.union($1) }
        folders.formUnion(other.folders)
    }
}
