import FoundationEssentials
import Platform

/// Selections as rows: one of each, one for each item, and one for each of the last steps.
enum SelectionRows {
    /// Every selection with its last steps; what can't be read any more is left out.
    static func all(_ connection: SQLiteConnection) throws -> [SelectionSnapshot] {
        try connection.transaction {
            let row = try connection.statement(
                "SELECT id, version, state, created, ended, expires, callback, metadata, secret, rules FROM selections")
            defer { row.reset() }
            var snapshots: [SelectionSnapshot] = []
            while try row.step() {
                guard var selection = read(row) else { continue }
                selection.list = SelectionList(try SelectionItemRows.all(of: selection.id, in: connection))
                let log = SelectionLog(try SelectionChangeRows.all(of: selection.id, in: connection))
                let fits = log.changes.last.map { $0.version == selection.version } ?? true
                snapshots.append(SelectionSnapshot(selection: selection, log: fits ? log : SelectionLog()))
            }
            return snapshots
        }
    }

    /// See `SelectionStore.write`.
    static func write(_ writes: [SelectionWrite], in connection: SQLiteConnection) throws {
        try connection.transaction("BEGIN IMMEDIATE") {
            for write in writes {
                switch write {
                case .insert(let selection):
                    try insert(selection, in: connection)
                    for item in selection.list.all { try SelectionItemRows.put(item, of: selection.id, in: connection) }
                case .update(let selection, let change):
                    try update(selection, in: connection)
                    try SelectionItemRows.put(change, of: selection, in: connection)
                    try SelectionChangeRows.put(change, of: selection.id, in: connection)
                case .delete(let id): try delete(id, in: connection)
                case .putFacts(let facts, let id): try SelectionFactRows.put(facts, of: id, in: connection)
                case .putDelivery(let delivery): try SelectionDeliveryRows.put(delivery, in: connection)
                case .deleteDelivery(let id): try SelectionDeliveryRows.delete(id, in: connection)
                }
            }
        }
    }

    private static func insert(_ selection: Selection, in connection: SQLiteConnection) throws {
        let row = try connection.statement(
            """
            INSERT INTO selections (version, state, ended, expires, callback, metadata, id, created, secret, rules)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        bind(selection, to: row)
        row.bind(selection.createdDate.nanoseconds)
        row.bind(selection.secret)
        row.bind(Array(try JSONEncoder().encode(selection.rules)))
        try row.run()
        let library = try connection.statement("UPDATE library SET greatestID = max(greatestID, ?)")
        library.bind(selection.id.rawValue)
        try library.run()
    }

    private static func update(_ selection: Selection, in connection: SQLiteConnection) throws {
        let row = try connection.statement(
            """
            UPDATE selections SET version = ?, state = ?, ended = ?, expires = ?, callback = ?, metadata = ?
            WHERE id = ?
            """)
        bind(selection, to: row)
        try row.run()
    }

    private static func bind(_ selection: Selection, to row: SQLiteStatement) {
        row.bind(selection.version)
        row.bind(selection.state.rawValue)
        row.bind(selection.endDate?.nanoseconds)
        row.bind(selection.terms.expiryDate?.nanoseconds)
        row.bind(selection.terms.callbackURL)
        row.bind(selection.terms.metadata)
        row.bind(selection.id.rawValue)
    }

    private static func read(_ row: SQLiteStatement) -> Selection? {
        let id = SelectionID(rawValue: row.int64())
        let version = row.int64()
        let state = SelectionState(rawValue: row.int())
        let created = Timestamp(nanoseconds: row.int64())
        let ended = row.int64OrNil().map(Timestamp.init(nanoseconds:))
        let expires = row.int64OrNil().map(Timestamp.init(nanoseconds:))
        let callback = row.textOrNil()
        let metadata = row.bytes()
        let secret = row.bytes()
        guard let state, let rules = try? JSONDecoder().decode(SelectionRules.self, from: Data(row.bytes())) else {
            return nil
        }
        let terms = SelectionTerms(
            metadata: metadata.isEmpty ? nil : metadata, callbackURL: callback, expiryDate: expires)
        return Selection(
            id: id, rules: rules, createdDate: created, secret: secret, terms: terms, version: version, state: state,
            endDate: ended)
    }

    private static func delete(_ id: SelectionID, in connection: SQLiteConnection) throws {
        for sql in [
            "DELETE FROM selectionItems WHERE selection = ?", "DELETE FROM selectionChanges WHERE selection = ?",
            "DELETE FROM selectionFacts WHERE selection = ?", "DELETE FROM selections WHERE id = ?",
        ] {
            let row = try connection.statement(sql)
            row.bind(id.rawValue)
            try row.run()
        }
    }
}
