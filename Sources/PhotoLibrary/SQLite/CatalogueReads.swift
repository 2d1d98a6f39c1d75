import Platform

/// What is read from the catalogue, each in one transaction and thus as of one version.
enum CatalogueReads {
    /// Everything that the library keeps in memory.
    static func contents(_ connection: SQLiteConnection) throws -> CatalogueContents {
        try connection.transaction {
            CatalogueContents(
                version: try connection.number("SELECT version FROM library") ?? 0,
                folders: try FolderRows.all(connection), assets: try SummaryRows.all(connection),
                members: try MembershipRows.all(connection))
        }
    }

    /// The assets of these ids that are there, in order.
    /// - Parameter includingRemoved: whether tombstones count.
    static func assets(
        _ ids: [AssetID], includingRemoved: Bool = false, in connection: SQLiteConnection
    ) throws -> [Asset] {
        try connection.transaction {
            var assets: [Asset] = []
            assets.reserveCapacity(ids.count)
            for id in ids {
                if let asset = try asset(id, includingRemoved: includingRemoved, in: connection) {
                    assets.append(asset)
                }
            }
            return assets
        }
    }

    /// The asset of an id, whether it is there or a tombstone.
    /// - Parameter includingRemoved: whether a tombstone counts.
    static func asset(
        _ id: AssetID, includingRemoved: Bool = false, in connection: SQLiteConnection
    ) throws -> Asset? {
        guard var asset = try ungrouped(id, includingRemoved: includingRemoved, in: connection) else { return nil }
        asset.membership = try MembershipRows.find(id, in: connection)
        // A member has no members, which ends the descent.
        if asset.membership == nil { asset.members = try members(of: id, in: connection) }
        return asset
    }

    /// See `asset`; without what is known of groups.
    static func ungrouped(
        _ id: AssetID, includingRemoved: Bool, in connection: SQLiteConnection
    ) throws -> Asset? {
        let row = try connection.statement(includingRemoved ? anyAssetSQL : assetSQL)
        defer { row.reset() }
        row.bind(id.rawValue)
        return try row.step() ? try AssetRows.read(row) { try ResourceRows.read(of: $0, in: connection) } : nil
    }

    private static func members(of owner: AssetID, in connection: SQLiteConnection) throws -> [GroupMember] {
        let ids = try MembershipRows.members(of: owner, in: connection)
        if ids.isEmpty { return [] }
        let members = try ids.compactMap { try asset($0, in: connection).flatMap(GroupMember.init) }
        return members.sorted { left, right in
            let kinds = (left.resource.kind.rawValue, right.resource.kind.rawValue)
            if kinds.0 != kinds.1 { return kinds.0 < kinds.1 }
            let names = (left.resource.filename, right.resource.filename)
            return names.0 == names.1 ? left.assetID < right.assetID : names.0 < names.1
        }
    }

    private static let anyAssetSQL = "SELECT \(AssetRows.columns) FROM assets WHERE id = ?"
    private static let assetSQL = anyAssetSQL + " AND removed IS NULL"

    /// Every file directly in one of these folders.
    static func files(in folders: Set<FolderID>, of connection: SQLiteConnection) throws -> [FileRecord] {
        // A folder's files are found by the index; those of many folders faster by reading the table from end to end,
        // which the plus sign makes SQLite do.
        let single = folders.count == 1 ? folders.first : nil
        let row = try connection.statement(
            "SELECT asset, \(ResourceRows.columns) FROM resources"
                + (single == nil ? " WHERE +isRemoved = 0" : " WHERE isRemoved = 0 AND folder = ?"))
        defer { row.reset() }
        if let single { row.bind(single.rawValue) }
        var files: [FileRecord] = []
        while try row.step() {
            let file = record(row)
            if folders.contains(file.folderID) { files.append(file) }
        }
        return files
    }

    /// The files directly in a folder that have one of these names.
    static func files(
        in folder: FolderID, named names: Set<FileName>, of connection: SQLiteConnection
    ) throws -> [FileRecord] {
        try connection.transaction {
            var files: [FileRecord] = []
            for name in names {
                let row = try connection.statement(
                    "SELECT asset, \(ResourceRows.columns) FROM resources WHERE isRemoved = 0 AND folder = ? AND name = ?"
                )
                defer { row.reset() }
                row.bind(folder.rawValue)
                row.bind(name.bytes)
                while try row.step() { files.append(record(row)) }
            }
            return files
        }
    }

    /// The files directly in a folder whose names without extension are `stem`.
    static func files(in folder: FolderID, stem: FileName, of connection: SQLiteConnection) throws -> [FileRecord] {
        let row = try connection.statement(
            """
            SELECT asset, \(ResourceRows.columns) FROM resources
            WHERE isRemoved = 0 AND folder = ? AND name >= ? AND name < ?
            """)
        defer { row.reset() }
        row.bind(folder.rawValue)
        row.bind(rangeOfStem: stem)
        var files: [FileRecord] = []
        while try row.step() { files.append(record(row)) }
        return files.filter { $0.filename.stem == stem }
    }

    /// The files that had one of these numbers on their device.
    static func files(inodes: Set<UInt64>, of connection: SQLiteConnection) throws -> [FileRecord] {
        try connection.transaction {
            var files: [FileRecord] = []
            for inode in inodes {
                let row = try connection.statement(
                    "SELECT asset, \(ResourceRows.columns) FROM resources WHERE isRemoved = 0 AND inode = ?")
                defer { row.reset() }
                row.bind(Int64(bitPattern: inode))
                while try row.step() { files.append(record(row)) }
            }
            return files
        }
    }

    private static func record(_ row: SQLiteStatement) -> FileRecord {
        let asset = AssetID(rawValue: row.int64())
        var file = ResourceRows.readFile(row)
        file.assetID = asset
        return file
    }

    /// Every file in a folder and in all below it.
    static func files(under folder: FolderID, of connection: SQLiteConnection) throws -> [FileRecord] {
        try connection.transaction {
            var subfolders: [FolderID: [FolderID]] = [:]
            for folder in try FolderRows.all(connection) {
                if let parent = folder.parentID { subfolders[parent, default: []].append(folder.id) }
            }
            var found: Set<FolderID> = [folder]
            var open = [folder]
            while let next = open.popLast() {
                for folder in subfolders[next] ?? [] where found.insert(folder).inserted { open.append(folder) }
            }
            return try files(in: found, of: connection)
        }
    }

    /// Assets whose main file was not read yet, the last listed first.
    static func pending(limit: Int, after last: AssetID?, in connection: SQLiteConnection) throws -> [Asset] {
        let row = try connection.statement(
            """
            SELECT asset FROM resources WHERE state = 0 AND ordinal = 0 AND isRemoved = 0 AND asset < ?
            ORDER BY asset DESC LIMIT ?
            """)
        row.bind(last?.rawValue ?? .max)
        row.bind(limit)
        var ids: [AssetID] = []
        while try row.step() { ids.append(AssetID(rawValue: row.int64())) }
        row.reset()
        return try assets(ids, in: connection)
    }

    /// Assets that an older reader read, the last listed first.
    static func outdated(
        before version: Int, limit: Int, after last: AssetID?, in connection: SQLiteConnection
    ) throws -> [Asset] {
        let row = try connection.statement(
            """
            SELECT assets.id FROM assets JOIN resources ON asset = assets.id AND ordinal = 0
            WHERE readerVersion < ? AND removed IS NULL AND state <> 0 AND assets.id < ?
            ORDER BY assets.id DESC LIMIT ?
            """)
        row.bind(version)
        row.bind(last?.rawValue ?? .max)
        row.bind(limit)
        var ids: [AssetID] = []
        while try row.step() { ids.append(AssetID(rawValue: row.int64())) }
        row.reset()
        return try assets(ids, in: connection)
    }

    /// Removed assets that have a file of one of these lengths.
    static func tombstones(sizes: Set<Int64>, in connection: SQLiteConnection) throws -> [Tombstone] {
        try connection.transaction {
            var ids: Set<Int64> = []
            for size in sizes {
                let row = try connection.statement("SELECT asset FROM resources WHERE isRemoved = 1 AND size = ?")
                defer { row.reset() }
                row.bind(size)
                while try row.step() { ids.insert(row.int64()) }
            }
            return try ids.sorted().compactMap { try tombstone(AssetID(rawValue: $0), in: connection) }
        }
    }

    private static func tombstone(_ id: AssetID, in connection: SQLiteConnection) throws -> Tombstone? {
        let row = try connection.statement(
            "SELECT removed, \(AssetRows.columns) FROM assets WHERE id = ? AND removed IS NOT NULL")
        defer { row.reset() }
        row.bind(id.rawValue)
        guard try row.step() else { return nil }
        let removed = Timestamp(nanoseconds: row.int64())
        let asset = try AssetRows.read(row) { try ResourceRows.read(of: $0, in: connection) }
        return asset.map { Tombstone(asset: $0, removedDate: removed) }
    }
}
