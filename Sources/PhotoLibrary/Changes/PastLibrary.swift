/// The library at an older version, and what was touched since.
struct PastLibrary: Sendable {
    /// The library as it was.
    let snapshot: LibrarySnapshot
    /// What was touched from then on, at least up to the version that it is compared with.
    let touched: TouchedThings
}

extension PastLibrary {
    /// Takes back commits, the first of which is the one after `version` and the last of which made `base`.
    init(rollingBack base: LibrarySnapshot, _ log: [LoggedCommit], to version: Version) {
        var touched = TouchedThings()
        var assets: [AssetID: AssetSummary?] = [:]
        var folders: [FolderID: Folder?] = [:]
        for commit in log {
            for entry in commit.assets {
                touched.insert(entry.id, entry.before == nil || !entry.isPresent ? .ofAssets : entry.fields)
                // The first to touch a thing tells how it was.
                if assets[entry.id] == nil { assets[entry.id] = .some(entry.before) }
            }
            for entry in commit.folders {
                touched.insert(entry.id)
                if folders[entry.id] == nil { folders[entry.id] = .some(entry.before) }
            }
        }
        var snapshot = base
        snapshot.rollBack(to: version, assets: assets, folders: folders)
        self.init(snapshot: snapshot, touched: touched)
    }

    /// The result of a fetch as it was; nil where the collection did not exist. Costs O(k log n) for k touched assets where
    /// the list is ready here or in `now`, which is a later result of the same fetch; O(n log n) else.
    func result(of request: FetchRequest, before now: FetchResult?) -> FetchResult? {
        if let ready = snapshot.fetch(request) { return ready }
        let query = FetchQuery(request)
        if let folder = query.folder, snapshot.folder(folder) == nil { return nil }
        let entries = now.map { rollBack($0, query) } ?? FetchList(query, assets: snapshot.assets).entries
        return FetchResult(
            request: request, version: snapshot.version, entries: entries, assets: snapshot.assets)
    }

    private func rollBack(_ now: FetchResult, _ query: FetchQuery) -> FetchEntries {
        let predicate = query.predicate
        var entries = now.entries
        for id in touched.assets.keys {
            let before = snapshot.summary(of: id).flatMap { predicate.matches($0) ? $0 : nil }
            let after = now.summary(of: id).flatMap { predicate.matches($0) ? $0 : nil }
            entries.replace(after, with: before)
        }
        return entries
    }

    /// The assets of a list whose state changed though they were not touched, since their root went offline or came back.
    /// Costs O(1) where that did not happen, else O(n).
    func restated(in result: FetchResult, of now: LibrarySnapshot) -> [AssetID] {
        let isPossible = touched.folders.contains { id in
            guard let before = snapshot.folder(id), let after = now.folder(id) else { return false }
            return before.isOnline != after.isOnline || before.parentID != after.parentID
        }
        guard isPossible else { return [] }
        var changed: [FolderID: Bool] = [:]
        return result.summaries(in: 0..<result.count).compactMap { asset in
            let folder = asset.folderID
            let isChanged = changed[folder] ?? (now.isOnline(folder) != snapshot.isOnline(folder))
            changed[folder] = isChanged
            return isChanged ? asset.id : nil
        }
    }
}
