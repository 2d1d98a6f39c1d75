/// What is kept of the assets of completed selections, as rows.
enum SelectionFactRows {
    /// What was kept of these assets; without those of which nothing was.
    static func facts(
        of selection: SelectionID, _ assets: [AssetID], in connection: SQLiteConnection
    ) throws -> [AssetID: [UInt8]] {
        let row = try connection.statement("SELECT facts FROM selectionFacts WHERE selection = ? AND asset = ?")
        var found: [AssetID: [UInt8]] = [:]
        for asset in assets {
            defer { row.reset() }
            row.bind(selection.rawValue)
            row.bind(asset.rawValue)
            if try row.step() { found[asset] = row.bytes() }
        }
        return found
    }

    static func put(_ facts: [AssetID: [UInt8]], of selection: SelectionID, in connection: SQLiteConnection) throws {
        let row = try connection.statement(
            "INSERT OR REPLACE INTO selectionFacts (selection, asset, facts) VALUES (?, ?, ?)")
        for (asset, bytes) in facts {
            row.bind(selection.rawValue)
            row.bind(asset.rawValue)
            row.bind(bytes)
            try row.run()
        }
    }
}
