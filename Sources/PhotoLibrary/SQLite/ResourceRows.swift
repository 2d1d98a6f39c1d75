import Platform

/// Resources as rows: every column is written and read here, in the order of `columns`.
enum ResourceRows {
    /// The columns of `resources` that hold a resource.
    static let columns = """
        id, kind, folder, name, device, inode, size, modified, changed, fingerprintHigh, fingerprintLow, state, \
        contentType, problems
        """

    /// Writes an asset's resources.
    /// - Parameter isNew: whether none of that asset can be there yet.
    static func put(
        _ resources: [Resource], of asset: AssetID, isRemoved: Bool = false, isNew: Bool,
        in connection: SQLiteConnection
    ) throws {
        for (ordinal, resource) in resources.enumerated() {
            let statement = try connection.statement(putSQL)
            statement.bind(resource.id.rawValue)
            statement.bind(resource.kind.rawValue)
            statement.bind(resource.folderID.rawValue)
            statement.bind(resource.filename.bytes)
            statement.bind(Int64(bitPattern: resource.stamp.device))
            statement.bind(Int64(bitPattern: resource.stamp.inode))
            statement.bind(resource.stamp.size)
            statement.bind(resource.stamp.modified.nanoseconds)
            statement.bind(resource.stamp.changed.nanoseconds)
            statement.bind(resource.fingerprint.map { Int64(bitPattern: $0.high) })
            statement.bind(resource.fingerprint.map { Int64(bitPattern: $0.low) })
            statement.bind(resource.state.rawValue)
            statement.bind(resource.contentType)
            statement.bind(TextList.encode(resource.problems.flatMap { [$0.code, $0.detail] }))
            statement.bind(asset.rawValue)
            statement.bind(ordinal)
            statement.bind(isRemoved)
            try statement.run()
        }
        if isNew { return }
        let statement = try connection.statement("DELETE FROM resources WHERE asset = ? AND ordinal >= ?")
        statement.bind(asset.rawValue)
        statement.bind(resources.count)
        try statement.run()
    }

    private static let putSQL = """
        INSERT OR REPLACE INTO resources (\(columns), asset, ordinal, isRemoved)
        VALUES (\(Array(repeating: "?", count: 17).joined(separator: ", ")))
        """

    /// Reads an asset's resources, the main one first.
    static func read(of asset: AssetID, in connection: SQLiteConnection) throws -> [Resource] {
        let row = try connection.statement(readSQL)
        defer { row.reset() }
        row.bind(asset.rawValue)
        var resources: [Resource] = []
        while try row.step() { resources.append(read(row)) }
        return resources
    }

    private static let readSQL = "SELECT \(columns) FROM resources WHERE asset = ? ORDER BY ordinal"

    private static func read(_ row: SQLiteStatement) -> Resource {
        let file = readFile(row)
        var resource = Resource(
            id: file.resourceID, kind: file.kind, folderID: file.folderID, filename: file.filename, stamp: file.stamp)
        resource.fingerprint = file.fingerprint
        resource.state = file.state
        resource.contentType = row.textOrNil()
        let texts = TextList.decode(row.bytes())
        resource.problems = stride(from: 0, to: texts.count - 1, by: 2).map {
            Problem(code: texts[$0], detail: texts[$0 + 1])
        }
        return resource
    }

    /// Reads the columns up to `state`.
    /// - Parameter asset: the asset, where it is known.
    static func readFile(_ row: SQLiteStatement) -> FileRecord {
        let id = ResourceID(rawValue: row.int64())
        let kind = Resource.Kind(rawValue: row.int()) ?? .photo
        let folder = FolderID(rawValue: row.int64())
        let name = FileName(bytes: row.bytes())
        let stamp = FileStamp(
            device: UInt64(bitPattern: row.int64()), inode: UInt64(bitPattern: row.int64()), size: row.int64(),
            modified: Timestamp(nanoseconds: row.int64()), changed: Timestamp(nanoseconds: row.int64()))
        let high = row.int64OrNil()
        let low = row.int64OrNil()
        var fingerprint: Fingerprint?
        if let high, let low {
            fingerprint = Fingerprint(high: UInt64(bitPattern: high), low: UInt64(bitPattern: low))
        }
        return FileRecord(
            assetID: AssetID(rawValue: 0), resourceID: id, kind: kind, folderID: folder, filename: name, stamp: stamp,
            state: Resource.State(rawValue: row.int()) ?? .pending, fingerprint: fingerprint)
    }
}

extension SQLiteStatement {
    /// Binds the ends of `name >= ? AND name < ?`, a range of the index over names: what begins with the stem and a dot.
    /// The slash comes right after the dot.
    func bind(rangeOfStem stem: FileName) {
        bind(stem.bytes + [UInt8(ascii: ".")])
        bind(stem.bytes + [UInt8(ascii: "/")])
    }
}
