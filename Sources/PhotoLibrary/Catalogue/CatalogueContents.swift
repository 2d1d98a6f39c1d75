/// All that the library keeps in memory, as of one version.
public struct CatalogueContents: Sendable {
    /// The last version.
    public var version: Version
    /// Every folder.
    public var folders: [Folder]
    /// Every asset, ascending by id.
    public var assets: [AssetSummary]

    /// Puts the parts together.
    public init(version: Version, folders: [Folder], assets: [AssetSummary]) {
        self.version = version
        self.folders = folders
        self.assets = assets
    }
}
