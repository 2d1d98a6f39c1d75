import Platform

/// The last steps of selections as rows.
enum SelectionChangeRows {
    /// The steps of a selection that are kept, ascending by version.
    static func all(of selection: SelectionID, in connection: SQLiteConnection) throws -> [SelectionChange] {
        let row = try connection.statement(
            "SELECT version, payload FROM selectionChanges WHERE selection = ? ORDER BY version")
        defer { row.reset() }
        row.bind(selection.rawValue)
        var changes: [SelectionChange] = []
        while try row.step() {
            let version = row.int64()
            // What can't be read ends what is known.
            if let change = SelectionPayload.change(version, row.bytes()) {
                changes.append(change)
            } else {
                changes = []
            }
        }
        return changes
    }

    /// Writes a step and forgets the oldest.
    static func put(_ change: SelectionChange, of selection: SelectionID, in connection: SQLiteConnection) throws {
        let row = try connection.statement(
            "INSERT INTO selectionChanges (selection, version, payload) VALUES (?, ?, ?)")
        row.bind(selection.rawValue)
        row.bind(change.version)
        row.bind(SelectionPayload.encode(change))
        try row.run()
        let old = try connection.statement("DELETE FROM selectionChanges WHERE selection = ? AND version <= ?")
        old.bind(selection.rawValue)
        old.bind(change.version - Version(SelectionLog.changeLimit))
        try old.run()
    }
}
