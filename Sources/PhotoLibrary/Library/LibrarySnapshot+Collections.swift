import Platform

extension LibrarySnapshot {
    /// A collection; nil where there is none of that name.
    public func collection(_ id: CollectionID) -> AssetCollection? {
        switch id {
        case .all, .smartAlbum: topCollection(id) { fetch($0) }
        case .folder(let id):
            folders.node(id).map { node in folderCollection(node, node.entries, isEmpty: !holdsAssets(node)) }
        }
    }

    /// Every collection. Costs O(number of collections).
    /// - Parameter includingEmpty: whether to list those without assets, too. `all` is always listed.
    public func collections(includingEmpty: Bool = false) -> [CollectionSection] {
        sections(includingEmpty: includingEmpty, fetch: { fetch($0) }, entries: \.entries)
    }

    /// The same as if there were no assets but those that a filter chooses, without folders that hold none of them. Costs
    /// O(n log n) for n chosen assets, and O(number of assets) unless the filter is a set.
    public func collections(within filter: FetchFilter) -> [CollectionSection] {
        let chosen = summaries(chosenBy: filter)
        var members: [FolderID: [AssetSummary]] = [:]
        for asset in chosen where !asset.isHidden { members[asset.folderID, default: []].append(asset) }
        return sections(
            includingEmpty: false,
            fetch: { request in
                let query = FetchQuery(request)
                let predicate = query.predicate
                let entries = FetchEntries(key: query.key, assets: chosen.filter(predicate.matches))
                return FetchResult(request: request, version: version, entries: entries, assets: assets)
            },
            entries: { FetchEntries(key: .taken, assets: members[$0.folder.id] ?? []) })
    }

    private func summaries(chosenBy filter: FetchFilter) -> [AssetSummary] {
        if case .subset(let subset) = filter { return subset.assets.compactMap { summary(of: $0) } }
        let predicate = FetchPredicate(filter)
        var chosen: [AssetSummary] = []
        assets.forEach { if predicate.matches($0) { chosen.append($0) } }
        return chosen
    }

    private func sections(
        includingEmpty: Bool, fetch: (FetchRequest) -> FetchResult?, entries: (FolderNode) -> FetchEntries
    ) -> [CollectionSection] {
        let smart = SmartAlbum.allCases.compactMap { topCollection(.smartAlbum($0), fetch) }
        return [
            CollectionSection(kind: .all, collections: [topCollection(.all, fetch)].compactMap(\.self)),
            CollectionSection(kind: .smart, collections: smart.filter { includingEmpty || !$0.isEmpty }),
            CollectionSection(
                kind: .user, collections: folderCollections(includingEmpty: includingEmpty, entries: entries)),
        ]
    }

    private func topCollection(_ id: CollectionID, _ fetch: (FetchRequest) -> FetchResult?) -> AssetCollection? {
        guard let list = fetch(FetchRequest(id)) else { return nil }
        let byDate = fetch(FetchRequest(id, sort: FetchSort(.taken)))
        let (kind, word): (AssetCollection.Kind, String) =
            if case .smartAlbum(let album) = id { (.smartAlbum, album.rawValue) } else { (.all, "userLibrary") }
        return AssetCollection(
            id: id, kind: kind, subtype: word, title: .localized(key: word), assetCount: list.count,
            keyAssetID: list.ids(in: 0..<1).first, startDate: byDate?.startDate, endDate: byDate?.endDate,
            parentID: nil, operations: [], isEmpty: list.count == 0)
    }

    private func folderCollection(_ node: FolderNode, _ entries: FetchEntries, isEmpty: Bool) -> AssetCollection {
        let count = entries.count
        let last = entries.id(at: count - 1)
        return AssetCollection(
            id: .folder(node.folder.id), kind: .folder, subtype: nil,
            title: .verbatim(node.folder.name.lastComponent.description), assetCount: count, keyAssetID: last,
            startDate: entries.id(at: 0).flatMap(summary)?.date, endDate: last.flatMap(summary)?.date,
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
    private func folderCollections(
        includingEmpty: Bool, entries: (FolderNode) -> FetchEntries
    ) -> [AssetCollection] {
        var ordered: [(node: FolderNode, entries: FetchEntries)] = []
        var open = Array(folders.sorted(folders.roots).reversed())
        while let node = open.popLast() {
            ordered.append((node, entries(node)))
            open += folders.sorted(node.subfolders).reversed()
        }
        // Going backwards, every folder is met after all that is in it.
        var filled: Set<FolderID> = []
        for (node, entries) in ordered.reversed() where entries.count > 0 || filled.contains(node.folder.id) {
            filled.insert(node.folder.id)
            if let parent = node.folder.parentID { filled.insert(parent) }
        }
        return ordered.compactMap { node, entries in
            let isEmpty = !filled.contains(node.folder.id)
            return isEmpty && !includingEmpty ? nil : folderCollection(node, entries, isEmpty: isEmpty)
        }
    }
}
