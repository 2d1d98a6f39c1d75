public import Platform

/// The library at one version. It never changes, costs nothing to hold beyond what changed since, and is cheap to copy.
public struct LibrarySnapshot: Sendable {
    /// The version.
    public internal(set) var version: Version
    /// The library that this is.
    public let libraryID: LibraryID

    /// How many assets there are, hidden ones counted.
    public var assetCount: Int { 0 }

    /// What is known of an asset. Costs O(log n).
    public func summary(of id: AssetID) -> AssetSummary? { nil }

    /// A folder. Costs O(log n).
    public func folder(_ id: FolderID) -> Folder? { nil }

    /// The roots, by path.
    public var roots: [Folder] { [] }

    /// The folders directly in `id`, by name.
    public func subfolders(of id: FolderID) -> [Folder] { [] }

    /// The root that a folder is in and the path from there; nil where the folder is not there.
    public func location(of id: FolderID) -> (root: Folder, path: FileName)? { nil }

    /// Whether the root that a folder is in can be reached.
    public func isOnline(_ id: FolderID) -> Bool { false }

    /// What a person can do with an asset now.
    public func state(of asset: AssetSummary) -> AssetState {
        AssetState(asset.resourceState, isOnline: isOnline(asset.folderID))
    }

    /// The result of a fetch that is kept ready; nil where it has to be computed, see `Library.fetch`.
    ///
    /// Ready are, without a filter: everything by date taken and by date added, smart albums in their own order, and
    /// every folder by date taken; both ways round.
    public func fetch(_ request: FetchRequest) -> FetchResult? { nil }

    /// A collection; nil where there is none of that name.
    public func collection(_ id: CollectionID) -> AssetCollection? { nil }

    /// Every collection. Costs O(number of collections).
    /// - Parameter includingEmpty: whether to list those without assets, too. `all` is always listed.
    public func collections(includingEmpty: Bool = false) -> [CollectionSection] { [] }
}
