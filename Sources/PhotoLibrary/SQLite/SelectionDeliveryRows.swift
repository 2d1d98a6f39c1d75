import Platform

/// Messages about ended selections as rows.
enum SelectionDeliveryRows {
    /// Every message; what can't be read any more is left out.
    static func all(_ connection: SQLiteConnection) throws -> [SelectionDelivery] {
        let row = try connection.statement(
            """
            SELECT selection, url, secret, body, created, state, attempts, lastAttempt, nextAttempt, lastStatus,
            lastFailure FROM selectionDeliveries
            """)
        defer { row.reset() }
        var found: [SelectionDelivery] = []
        while try row.step() {
            var delivery = SelectionDelivery(
                id: SelectionID(rawValue: row.int64()), url: row.textOrNil() ?? "", secret: row.bytes(),
                body: row.bytes(), createdDate: Timestamp(nanoseconds: row.int64()))
            guard let state = SelectionDelivery.State(rawValue: row.int()) else { continue }
            delivery.state = state
            delivery.attemptCount = row.int()
            delivery.lastAttemptDate = row.int64OrNil().map(Timestamp.init(nanoseconds:))
            delivery.nextAttemptDate = row.int64OrNil().map(Timestamp.init(nanoseconds:))
            delivery.lastStatus = row.int64OrNil().map(Int.init)
            delivery.lastFailure = row.textOrNil()
            found.append(delivery)
        }
        return found
    }

    static func put(_ delivery: SelectionDelivery, in connection: SQLiteConnection) throws {
        let row = try connection.statement(
            """
            INSERT OR REPLACE INTO selectionDeliveries (selection, url, secret, body, created, state, attempts,
            lastAttempt, nextAttempt, lastStatus, lastFailure) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        row.bind(delivery.id.rawValue)
        row.bind(delivery.url)
        row.bind(delivery.secret)
        row.bind(delivery.body)
        row.bind(delivery.createdDate.nanoseconds)
        row.bind(delivery.state.rawValue)
        row.bind(delivery.attemptCount)
        row.bind(delivery.lastAttemptDate?.nanoseconds)
        row.bind(delivery.nextAttemptDate?.nanoseconds)
        row.bind(delivery.lastStatus.map(Int64.init))
        row.bind(delivery.lastFailure)
        try row.run()
    }

    static func delete(_ id: SelectionID, in connection: SQLiteConnection) throws {
        let row = try connection.statement("DELETE FROM selectionDeliveries WHERE selection = ?")
        row.bind(id.rawValue)
        try row.run()
    }
}
