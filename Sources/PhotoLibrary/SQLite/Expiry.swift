import Platform

/// Forgets what is kept for a while only.
enum Expiry {
    /// Forgets tombstones and change-log entries made before these instants.
    static func expire(
        tombstonesBefore: Timestamp, changesBefore: Timestamp, in connection: SQLiteConnection
    ) throws {
        try connection.transaction("BEGIN IMMEDIATE") {
            try run(
                """
                DELETE FROM resources WHERE isRemoved = 1
                AND asset IN (SELECT id FROM assets WHERE removed IS NOT NULL AND removed < ?)
                """, tombstonesBefore, connection)
            try run("DELETE FROM assets WHERE removed IS NOT NULL AND removed < ?", tombstonesBefore, connection)
            try run("DELETE FROM changes WHERE date < ?", changesBefore, connection)
        }
    }

    private static func run(_ sql: String, _ instant: Timestamp, _ connection: SQLiteConnection) throws {
        let statement = try connection.statement(sql)
        statement.bind(instant.nanoseconds)
        try statement.run()
    }
}
