/// The last commits, with the snapshots that they made, so that older lists can be had and compared.
///
/// Snapshots share what did not change. Bounded by number and by how many assets the commits touched, since each touched
/// asset keeps some nodes of the older trees.
struct ChangeHistory: Sendable {
    private struct Entry: Sendable {
        let version: Version
        /// The assets that the commit which made this version touched; nil where it touched what all assets show.
        let touched: [AssetID]?
        /// How many assets it touched.
        let cost: Int
        var snapshot: LibrarySnapshot
    }

    /// Most snapshots: a client that pages through a list has minutes for it while changes come one by one.
    static let snapshotLimit = 256
    /// Most touched assets in all: each keeps about ten kilobytes of older nodes in the worst case.
    static let touchedLimit = 4000

    private var entries: [Entry] = []
    private var touchedCount = 0

    /// Begins with the snapshot that there is.
    init(_ first: LibrarySnapshot) { entries = [Entry(version: first.version, touched: [], cost: 0, snapshot: first)] }

    /// Adds the snapshot that a commit made.
    mutating func append(_ commit: Commit, _ snapshot: LibrarySnapshot) {
        // Whether a root can be reached shows in each of its assets.
        let isBroad = commit.folders.contains { $0.before?.isOnline != $0.after?.isOnline && $0.before != nil }
        entries.append(
            Entry(
                version: commit.version,
                touched: isBroad ? nil : commit.assets.compactMap { ($0.before ?? $0.after)?.id },
                cost: commit.assets.count, snapshot: snapshot))
        touchedCount += commit.assets.count
        var dropped = 0
        while entries.count - dropped > 1,
            entries.count - dropped > Self.snapshotLimit || touchedCount > Self.touchedLimit
        {
            touchedCount -= entries[dropped].cost
            dropped += 1
        }
        entries.removeFirst(dropped)
    }

    /// Puts a snapshot of the same version in the place of the last, since more lists are ready in it.
    mutating func replaceLast(_ snapshot: LibrarySnapshot) {
        if let last = entries.indices.last, entries[last].version == snapshot.version {
            entries[last].snapshot = snapshot
        }
    }

    /// Whether a version is held.
    func holds(_ version: Version) -> Bool { index(of: version) != nil }

    /// The snapshot of a version; nil where it is not held any more.
    func snapshot(at version: Version) -> LibrarySnapshot? {
        index(of: version).map { entries[$0].snapshot }
    }

    /// Every asset that was touched after one version and up to another, each once; nil where that is not known, or
    /// where all were.
    func touched(since version: Version, upTo last: Version) -> [AssetID]? {
        guard let start = index(of: version), let end = index(of: last), start <= end else { return nil }
        var seen: Set<AssetID> = []
        for entry in entries[start...end].dropFirst() {
            guard let touched = entry.touched else { return nil }
            seen.formUnion(touched)
        }
        return Array(seen)
    }

    private func index(of version: Version) -> Int? {
        guard let first = entries.first?.version else { return nil }
        let index = Int(version - first)
        return entries.indices.contains(index) && entries[index].version == version ? index : nil
    }
}
