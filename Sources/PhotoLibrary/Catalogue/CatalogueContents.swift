/// All that the library keeps in memory, as of one version.
public struct CatalogueContents: Sendable {
    /// The last version.
    public var version: Version
    /// Every folder.
    public var folders: [Folder]
    /// Every asset that is shown, ascending by id.
    public var assets: [AssetSummary]
    /// Every member of a group, ascending by id.
    public var members: [MemberLink]

    /// Puts the parts together.
    public init(version: Version, folders: [Folder], assets: [AssetSummary], members: [MemberLink] = []) {
        self.version = version
        self.folders = folders
        self.assets = assets
        self.members = members
    }
}
