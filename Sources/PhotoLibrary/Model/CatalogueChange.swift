/// One step of a commit. The steps of a commit are applied in order, all or none, under one version.
public enum CatalogueChange: Sendable {
    /// Adds a folder, or replaces what is known of it. A root is a folder without a parent.
    case putFolder(Folder)
    /// Takes a folder away; nothing may be left in it.
    case removeFolder(FolderID)
    /// Adds an asset with its resources, or replaces what is known of it.
    case putAsset(Asset)
    /// Takes an asset away and leaves a tombstone, so that it comes back as itself if its content returns.
    case removeAsset(AssetID)
}
