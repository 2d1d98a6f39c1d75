import Platform

/// Takes from a damaged database what only it knew: ids, favourites, titles, and which files they belong to.
struct Salvage {
    private let path: FileName
    private let now: Timestamp

    /// How often the gap between two damaged places is halved in search of rows that can be read.
    private static let depth = 12

    /// Prepares to read the damaged database at `path`.
    init(from path: FileName, now: Timestamp) {
        self.path = path
        self.now = now
    }

    /// Puts what can be read into a new database: folders as they were, assets as tombstones, which come back as
    /// themselves when the scan meets their files.
    /// - Returns: how many assets could be read.
    func restore(into connection: SQLiteConnection) throws -> Int {
        guard let damaged = openDamaged() else { return 0 }
        return try connection.transaction("BEGIN IMMEDIATE") {
            var greatest: Int64 = 0
            var count = 0
            for folder in folders(damaged) {
                try FolderRows.put(folder, in: connection)
                greatest = max(greatest, folder.id.rawValue)
            }
            for asset in assets(damaged) {
                try AssetRows.put(asset, revision: 0, removed: now, in: connection)
                try ResourceRows.put(asset.resources, of: asset.id, isRemoved: true, isNew: false, in: connection)
                greatest = asset.resources.reduce(max(greatest, asset.id.rawValue)) { max($0, $1.id.rawValue) }
                count += 1
            }
            let statement = try connection.statement("UPDATE library SET greatestID = ?")
            statement.bind(greatest)
            try statement.run()
            return count
        }
    }

    private func openDamaged() -> SQLiteConnection? {
        func open() -> SQLiteConnection? {
            guard let connection = try? SQLiteConnection(path: path, mode: .reading),
                (try? connection.number("SELECT count(*) FROM library")) != nil
            else { return nil }
            return connection
        }
        if let connection = open() { return connection }
        try? FirstPage.restore(in: path)
        return open()
    }

    /// Numbers of the past only: garbage would use up the numbers of the future.
    private var plausibleIDs: ClosedRange<Int64> { 1...max(1, (now.nanoseconds / 1_000_000) << 20 | 0xF_FFFF) }

    /// The folders that can be read and whose chain to a root is whole.
    private func folders(_ damaged: SQLiteConnection) -> [Folder] {
        var found: [FolderID: Folder] = [:]
        for id in ids("folders", damaged) {
            if let folder = try? FolderRows.find(FolderID(rawValue: id), in: damaged) { found[folder.id] = folder }
        }
        var whole: Set<FolderID> = []
        for folder in found.values {
            var chain: [FolderID] = []
            var next: Folder? = folder
            while let current = next, !whole.contains(current.id), chain.count < found.count {
                chain.append(current.id)
                guard let parent = current.parentID else { break }
                next = found[parent]
            }
            if let next, next.parentID == nil || whole.contains(next.id) { whole.formUnion(chain) }
        }
        return found.values.filter { whole.contains($0.id) }
    }

    private func assets(_ damaged: SQLiteConnection) -> [Asset] {
        ids("assets", damaged).compactMap { id in
            guard
                let asset = try? CatalogueReads.ungrouped(AssetID(rawValue: id), includingRemoved: true, in: damaged),
                asset.resources.allSatisfy({ plausibleIDs.contains($0.id.rawValue) })
            else { return nil }
            return asset
        }
    }

    /// The row numbers of a table that can be read: from both ends of each range up to what is damaged, then the same
    /// in the halves of what is left between.
    private func ids(_ table: String, _ damaged: SQLiteConnection) -> [Int64] {
        var found: [Int64] = []
        var ranges = [(low: plausibleIDs.lowerBound, high: plausibleIDs.upperBound, depth: Self.depth)]
        while let range = ranges.popLast() {
            let upward = walk(
                "\(table) NOT INDEXED WHERE id BETWEEN ? AND ? ORDER BY id", range.low, range.high, damaged)
            found += upward.ids
            if upward.isComplete { continue }
            let low = upward.ids.max().map { $0 + 1 } ?? range.low
            let downward = walk(
                "\(table) NOT INDEXED WHERE id BETWEEN ? AND ? ORDER BY id DESC", low, range.high, damaged)
            found += downward.ids
            let high = downward.ids.min().map { $0 - 1 } ?? range.high
            guard !downward.isComplete, range.depth > 0, low < high else { continue }
            let middle = low + (high - low) / 2
            ranges.append((low, middle, range.depth - 1))
            ranges.append((middle + 1, high, range.depth - 1))
        }
        return Set(found).sorted()
    }

    private func walk(
        _ source: String, _ low: Int64, _ high: Int64, _ damaged: SQLiteConnection
    ) -> (ids: [Int64], isComplete: Bool) {
        var ids: [Int64] = []
        do {
            let row = try damaged.statement("SELECT id FROM \(source)")
            defer { row.reset() }
            row.bind(low)
            row.bind(high)
            while try row.step() {
                // On a damaged page a row's number can be any.
                let id = row.int64()
                if (low...high).contains(id) { ids.append(id) }
            }
            return (ids, true)
        } catch {
            return (ids, false)
        }
    }
}
