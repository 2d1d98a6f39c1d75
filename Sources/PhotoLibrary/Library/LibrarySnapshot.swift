public import Platform

/// The library at one version. It never changes, costs nothing to hold beyond what changed since, and is cheap to copy.
public struct LibrarySnapshot: Sendable {
    /// The version.
    public private(set) var version: Version
    /// The library that this is.
    public let libraryID: LibraryID

    /// How many assets there are whose main file was not read yet, those of roots that can't be reached among them.
    public private(set) var pendingCount: Int

    private(set) var assets: CountedTree<AssetSummary>
    private(set) var folders: FolderTree
    private var members: CountedTree<MemberLink>
    private(set) var lists: [FetchQuery: FetchList]

    /// Makes the first snapshot of what a catalogue holds.
    init(libraryID: LibraryID, contents: CatalogueContents) {
        self.libraryID = libraryID
        version = contents.version
        pendingCount = contents.assets.count { $0.resourceState == .pending }
        let assets = CountedTree(sorted: contents.assets)
        self.assets = assets
        members = CountedTree(sorted: contents.members)
        folders = FolderTree(folders: contents.folders, assets: contents.assets)
        lists = Dictionary(uniqueKeysWithValues: Self.standing.map { ($0, FetchList($0, assets: assets)) })
    }

    /// The lists that are always kept ready.
    static let standing = Set(
        ([.all] + SmartAlbum.allCases.map(CollectionID.smartAlbum)).map { FetchQuery(FetchRequest($0)) })

    /// Brings everything up to date, in O(k log n) for k changed things. `commit` must be the one after this version.
    mutating func apply(_ commit: Commit) {
        version = commit.version
        folders.apply(commit)
        for change in commit.assets {
            if change.before?.resourceState == .pending { pendingCount -= 1 }
            if change.after?.resourceState == .pending { pendingCount += 1 }
            if let after = change.after {
                assets.insert(after)
            } else if let before = change.before {
                assets.remove(before.id)
            }
        }
        for link in commit.members {
            if link.ownerID == nil { members.remove(link.id) } else { members.insert(link) }
        }
        for query in lists.keys { lists[query]?.apply(commit.assets) }
    }

    /// Makes things what they were at an older version; nil where they were not there.
    mutating func rollBack(
        to version: Version, assets: [AssetID: AssetSummary?], folders: [FolderID: Folder?]
    ) {
        let undoing = Commit(
            version: version, date: Timestamp(nanoseconds: 0),
            assets: assets.map { Commit.Transition(before: summary(of: $0.key), after: $0.value) }
                .filter { $0.before != nil || $0.after != nil },
            folders: folders.map { Commit.Transition(before: folder($0.key), after: $0.value) }
                .filter { $0.before != nil || $0.after != nil })
        apply(undoing)
    }

    /// Keeps a list ready from now on.
    mutating func keep(_ list: FetchList, for query: FetchQuery) { lists[query] = list }

    /// Lets go of a list.
    mutating func drop(_ query: FetchQuery) { lists[query] = nil }

    /// How many assets there are, hidden ones counted.
    public var assetCount: Int { assets.count }

    /// What is known of an asset. Costs O(log n).
    public func summary(of id: AssetID) -> AssetSummary? { assets.element(for: id) }

    /// The asset that is shown for the group that `id` is a member of; nil for one that is by itself, and for groups'
    /// own assets. Costs O(log n).
    public func owner(of id: AssetID) -> AssetID? { members.element(for: id)?.ownerID }

    /// A folder. Costs O(log n).
    public func folder(_ id: FolderID) -> Folder? { folders.node(id)?.folder }

    /// The roots, by path.
    public var roots: [Folder] { folders.sorted(folders.roots).map(\.folder) }

    /// The folders directly in `id`, by name.
    public func subfolders(of id: FolderID) -> [Folder] {
        folders.sorted(folders.node(id)?.subfolders ?? []).map(\.folder)
    }

    /// The root that a folder is in and the path from there; nil where the folder is not there.
    public func location(of id: FolderID) -> (root: Folder, path: FileName)? {
        let chain = folders.ancestry(of: id)
        guard let root = chain.last, root.parentID == nil else { return nil }
        return (root, chain.dropLast().reversed().reduce(FileName(bytes: [])) { $0.appending($1.name) })
    }

    /// Whether the root that a folder is in can be reached.
    public func isOnline(_ id: FolderID) -> Bool { folders.isOnline(id) }

    /// What a person can do with an asset now.
    public func state(of asset: AssetSummary) -> AssetState {
        AssetState(asset.resourceState, isOnline: isOnline(asset.folderID))
    }

    /// The result of a fetch that is kept ready; nil where it has to be computed, see `Library.fetch`.
    ///
    /// Ready are, without a filter: everything by date taken and by date added, smart albums in their own order, and
    /// every folder by date taken; both ways round.
    public func fetch(_ request: FetchRequest) -> FetchResult? {
        let query = FetchQuery(request)
        if let folder = query.folder, folders.node(folder) == nil { return nil }
        let entries =
            if let folder = query.standingFolder { folders.node(folder)?.entries } else { lists[query]?.entries }
        return entries.map { FetchResult(request: request, version: version, entries: $0, assets: assets) }
    }
}
