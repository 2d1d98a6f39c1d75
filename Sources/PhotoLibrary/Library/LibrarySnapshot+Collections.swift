import Platform

extension LibrarySnapshot {
    /// A collection; nil where there is none of that name.
    public func collection(_ id: CollectionID) -> AssetCollection? {
        switch id {
        case .all: topCollection(id, kind: .all, subtype: "userLibrary", key: "userLibrary")
        case .smartAlbum(let album): topCollection(id, kind: .smartAlbum, subtype: album.rawValue, key: album.rawValue)
        case .folder(let id):
            folders.node(id).map { node in folderCollection(node, isEmpty: !holdsAssets(node)) }
        }
    }

    /// Every collection. Costs O(number of collections).
    /// - Parameter includingEmpty: whether to list those without assets, too. `all` is always listed.
    public func collections(includingEmpty: Bool = false) -> [CollectionSection] {
        let smart = SmartAlbum.allCases.compactMap { collection(.smartAlbum($0)) }
        return [
            CollectionSection(kind: .all, collections: [collection(.all)].compactMap(\.self)),
            CollectionSection(kind: .smart, collections: smart.filter { includingEmpty || !$0.isEmpty }),
            CollectionSection(kind: .user, collections: folderCollections(includingEmpty: includingEmpty)),
        ]
    }

    private func topCollection(
        _ id: CollectionID, kind: AssetCollection.Kind, subtype: String, key: String
    ) -> AssetCollection? {
        guard let list = fetch(FetchRequest(id)) else { return nil }
        let byDate = fetch(FetchRequest(id, sort: FetchSort(.taken)))
        return AssetCollection(
            id: id, kind: kind, subtype: subtype, title: .localized(key: key), assetCount: list.count,
            keyAssetID: list.ids(in: 0..<1).first, startDate: byDate?.startDate, endDate: byDate?.endDate,
            parentID: nil, operations: [], isEmpty: list.count == 0)
    }

    private func folderCollection(_ node: FolderNode, isEmpty: Bool) -> AssetCollection {
        let count = node.entries.count
        let last = node.entries.id(at: count - 1)
        return AssetCollection(
            id: .folder(node.folder.id), kind: .folder, subtype: nil,
            title: .verbatim(node.folder.name.lastComponent.description), assetCount: count, keyAssetID: last,
            startDate: node.entries.id(at: 0).flatMap(summary)?.date, endDate: last.flatMap(summary)?.date,
            parentID: node.folder.parentID.map(CollectionID.folder), operations: [], isEmpty: isEmpty)
    }

    private func holdsAssets(_ node: FolderNode) -> Bool {
        var open = [node]
        while let next = open.popLast() {
            if next.entries.count > 0 { return true }
            open += next.subfolders.compactMap(folders.node)
        }
        return false
    }

    /// All folders, each before those in it, by name. Folders can be nested deeper than a thread's stack, so nothing
    /// here calls itself.
    private func folderCollections(includingEmpty: Bool) -> [AssetCollection] {
        var ordered: [FolderNode] = []
        var open = Array(folders.sorted(folders.roots).reversed())
        while let node = open.popLast() {
            ordered.append(node)
            open += folders.sorted(node.subfolders).reversed()
        }
        // Going backwards, every folder is met after all that is in it.
        var filled: Set<FolderID> = []
        for node in ordered.reversed() where node.entries.count > 0 || filled.contains(node.folder.id) {
            filled.insert(node.folder.id)
            if let parent = node.folder.parentID { filled.insert(parent) }
        }
        return ordered.compactMap { node in
            let isEmpty = !filled.contains(node.folder.id)
            return isEmpty && !includingEmpty ? nil : folderCollection(node, isEmpty: isEmpty)
        }
    }
}
