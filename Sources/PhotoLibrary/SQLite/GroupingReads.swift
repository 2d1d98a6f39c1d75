import Platform

/// Finds files that may belong together.
enum GroupingReads {
    /// See `Catalogue.assetIDs`.
    static func assetIDs(sharing keys: Set<GroupingKey>, in connection: SQLiteConnection) throws -> [AssetID] {
        try connection.transaction {
            var found: Set<AssetID> = []
            for key in keys { try find(key, &found, connection) }
            return Array(found)
        }
    }

    private static func find(
        _ key: GroupingKey, _ found: inout Set<AssetID>, _ connection: SQLiteConnection
    ) throws {
        let row: SQLiteStatement
        var wanted: FileName?
        switch key {
        case .stem(let folder, let stem):
            wanted = stem
            row = try connection.statement(
                """
                SELECT asset, name FROM resources
                WHERE isRemoved = 0 AND ordinal = 0 AND folder = ? AND name >= ? AND name < ? AND state <> 2
                    AND fingerprintHigh IS NOT NULL
                """)
            row.bind(folder.rawValue)
            row.bind(rangeOfStem: stem)
        case .contentIdentifier(let identifier):
            row = try connection.statement(
                "SELECT id FROM assets WHERE contentIdentifier = ? AND removed IS NULL")
            row.bind(identifier)
        case .burst(let folder, let burst):
            row = try connection.statement(
                "SELECT id FROM assets WHERE folder = ? AND burst = ? AND removed IS NULL")
            row.bind(folder.rawValue)
            row.bind(burst)
        }
        defer { row.reset() }
        while try row.step() {
            let id = AssetID(rawValue: row.int64())
            if let wanted, FileName(bytes: row.bytes()).stem != wanted { continue }
            found.insert(id)
        }
    }
}
