import Platform

/// All folders of the library, each with the list of the assets in it.
struct FolderTree: Sendable {
    private var nodes = CountedTree<FolderNode>()
    private(set) var roots: [FolderID] = []
    private var offlineRootCount = 0

    /// Makes an empty tree.
    init() {}

    /// Makes the tree of all folders and assets.
    init(folders: [Folder], assets: [AssetSummary]) {
        var members: [FolderID: [AssetSummary]] = [:]
        for asset in assets where !asset.isHidden { members[asset.folderID, default: []].append(asset) }
        var subfolders: [FolderID: [FolderID]] = [:]
        for folder in folders {
            if let parent = folder.parentID { subfolders[parent, default: []].append(folder.id) }
        }
        roots = folders.filter { $0.parentID == nil }.map(\.id)
        offlineRootCount = folders.count { $0.parentID == nil && !$0.isOnline }
        nodes = CountedTree(
            sorted: folders.sorted { $0.id < $1.id }.map { folder in
                FolderNode(
                    folder: folder, subfolders: subfolders[folder.id] ?? [],
                    entries: FetchEntries(key: .taken, assets: members[folder.id] ?? []))
            })
    }

    /// How many folders there are.
    var count: Int { nodes.count }

    /// A folder and what is in it.
    func node(_ id: FolderID) -> FolderNode? { nodes.element(for: id) }

    /// The folders of these ids, by name.
    func sorted(_ ids: [FolderID]) -> [FolderNode] {
        ids.compactMap(node).sorted { ($0.folder.name, $0.folder.id) < ($1.folder.name, $1.folder.id) }
    }

    /// The folder and all that it is in, up to its root; empty where it is not there.
    func ancestry(of id: FolderID) -> [Folder] {
        var chain: [Folder] = []
        var next: FolderID? = id
        // No chain is longer than there are folders, even if one were in itself.
        while let current = next, chain.count < nodes.count, let folder = node(current)?.folder {
            chain.append(folder)
            next = folder.parentID
        }
        return chain
    }

    /// Whether the folder is there and its root can be reached.
    func isOnline(_ id: FolderID) -> Bool {
        guard offlineRootCount > 0 else { return nodes.element(for: id) != nil }
        return ancestry(of: id).last?.isOnline ?? false
    }

    /// Brings the tree up to date, in O(k log n) for k changed things.
    mutating func apply(_ commit: Commit) {
        apply(commit.folders)
        for change in commit.assets {
            let before = change.before.flatMap { $0.isHidden ? nil : $0 }
            let after = change.after.flatMap { $0.isHidden ? nil : $0 }
            if let before, let after, before.folderID == after.folderID {
                nodes.update(before.folderID) { $0.entries.replace(before, with: after) }
            } else {
                if let before { nodes.update(before.folderID) { $0.entries.remove(before) } }
                if let after { nodes.update(after.folderID) { $0.entries.insert(after) } }
            }
        }
    }

    /// In three rounds, so that it does not matter whether a folder or the one that it is in comes first.
    private mutating func apply(_ changes: [Commit.Transition<Folder>]) {
        for case let after? in changes.map(\.after) where !nodes.update(after.id, { $0.folder = after }) {
            nodes.insert(FolderNode(folder: after))
        }
        for change in changes {
            if change.before.map(\.parentID) != change.after.map(\.parentID) {
                if let before = change.before { unlink(before) }
                if let after = change.after { link(after) }
            }
            if let before = change.before, before.parentID == nil, !before.isOnline { offlineRootCount -= 1 }
            if let after = change.after, after.parentID == nil, !after.isOnline { offlineRootCount += 1 }
        }
        for change in changes where change.after == nil {
            if let before = change.before { nodes.remove(before.id) }
        }
    }

    private mutating func link(_ folder: Folder) {
        guard let parent = folder.parentID else { return roots.append(folder.id) }
        nodes.update(parent) { $0.subfolders.append(folder.id) }
    }

    private mutating func unlink(_ folder: Folder) {
        guard let parent = folder.parentID else { return roots.removeAll { $0 == folder.id } }
        nodes.update(parent) { $0.subfolders.removeAll { $0 == folder.id } }
    }
}
