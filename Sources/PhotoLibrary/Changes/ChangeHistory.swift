/// The last commits, with the snapshots that they made, so that older lists can be had and compared.
///
/// Snapshots share what did not change. Bounded by number and by how many assets the commits touched, since each touched
/// asset keeps some nodes of the older trees.
struct ChangeHistory: Sendable {
    private struct Entry: Sendable {
        var snapshot: LibrarySnapshot
        /// What the commit touched that made this version.
        let assets: [(id: AssetID, fields: ChangedFields)]
        let folders: [FolderID]
    }

    /// Most snapshots: a client that pages through a list has minutes for it while changes come one by one.
    static let snapshotLimit = 256
    /// Most touched assets in all: each keeps up to 20 kB of older nodes where they are far apart among a million.
    static let touchedLimit = 4000
    /// As many snapshots are held whatever was touched, so that who has seen the last but one is never late.
    static let leastSnapshots = 2

    /// Ascending by version, none left out.
    private var entries: [Entry] = []
    private var touchedCount = 0

    /// Begins with the snapshot that there is.
    init(_ first: LibrarySnapshot) { entries = [Entry(snapshot: first, assets: [], folders: [])] }

    /// Adds the snapshot that a commit made.
    mutating func append(_ commit: Commit, _ snapshot: LibrarySnapshot) {
        entries.append(
            Entry(
                snapshot: snapshot,
                assets: commit.assets.compactMap { change in
                    (change.before ?? change.after).map { ($0.id, change.visibleFields) }
                },
                folders: commit.folders.compactMap { ($0.before ?? $0.after)?.id }))
        touchedCount += commit.assets.count
        var dropped = 0
        while entries.count - dropped > Self.leastSnapshots,
            entries.count - dropped > Self.snapshotLimit || touchedCount > Self.touchedLimit
        {
            touchedCount -= entries[dropped].assets.count
            dropped += 1
        }
        entries.removeFirst(dropped)
    }

    /// Puts a snapshot of the same version in the place of the last, since more lists are ready in it.
    mutating func replaceLast(_ snapshot: LibrarySnapshot) {
        if let last = entries.indices.last, entries[last].snapshot.version == snapshot.version {
            entries[last].snapshot = snapshot
        }
    }

    /// The oldest snapshot that is held.
    var oldest: LibrarySnapshot? { entries.first?.snapshot }

    /// The snapshot of a version; nil where it is not held any more.
    func snapshot(at version: Version) -> LibrarySnapshot? { index(of: version).map { entries[$0].snapshot } }

    /// What was touched after one version and up to another; nil where that is not held any more.
    func touched(since version: Version, upTo last: Version) -> TouchedThings? {
        guard let start = index(of: version), let end = index(of: last), start <= end else { return nil }
        var touched = TouchedThings()
        for entry in entries[start...end].dropFirst() {
            for (id, fields) in entry.assets { touched.insert(id, fields) }
            for id in entry.folders { touched.insert(id) }
        }
        return touched
    }

    private func index(of version: Version) -> Int? {
        guard let first = entries.first?.snapshot.version, version >= first else { return nil }
        let index = Int(version - first)
        return entries.indices.contains(index) ? index : nil
    }
}

extension Commit.Transition<AssetSummary> {
    /// What differs, should the asset be in a list before and after: in what came or went, anything can.
    fileprivate var visibleFields: ChangedFields { before == nil || after == nil ? .ofAssets : fields }
}
