import Platform

/// The items of selections as rows.
enum SelectionItemRows {
    /// Every item of a selection, in no order.
    static func all(of selection: SelectionID, in connection: SQLiteConnection) throws -> [SelectionItem] {
        let row = try connection.statement("SELECT asset, payload FROM selectionItems WHERE selection = ?")
        defer { row.reset() }
        row.bind(selection.rawValue)
        var items: [SelectionItem] = []
        while try row.step() {
            let asset = AssetID(rawValue: row.int64())
            if let item = SelectionPayload.item(of: asset, row.bytes()) { items.append(item) }
        }
        return items
    }

    /// Writes what a change did to a selection's items.
    static func put(_ change: SelectionChange, of selection: Selection, in connection: SQLiteConnection) throws {
        for transition in change.transitions {
            if let after = transition.after {
                try put(after, of: selection.id, in: connection)
            } else if let before = transition.before {
                let row = try connection.statement("DELETE FROM selectionItems WHERE selection = ? AND asset = ?")
                row.bind(selection.id.rawValue)
                row.bind(before.assetID.rawValue)
                try row.run()
            }
        }
        guard change.isRewritten else { return }
        for item in selection.list.all { try put(item, of: selection.id, in: connection) }
    }

    /// Writes one item in place of what is there.
    static func put(_ item: SelectionItem, of selection: SelectionID, in connection: SQLiteConnection) throws {
        let row = try connection.statement(
            "INSERT OR REPLACE INTO selectionItems (selection, asset, payload) VALUES (?, ?, ?)")
        row.bind(selection.rawValue)
        row.bind(item.assetID.rawValue)
        row.bind(SelectionPayload.encode(item))
        try row.run()
    }
}
