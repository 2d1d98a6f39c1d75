import Platform

/// Forgets what is kept for a while only.
enum Expiry {
    /// See `Catalogue.expire`.
    static func expire(
        tombstonesBefore: Timestamp, changesBefore: Timestamp, changeLimit: Int, in connection: SQLiteConnection
    ) throws {
        try connection.transaction("BEGIN IMMEDIATE") {
            try run(
                """
                DELETE FROM resources WHERE isRemoved = 1
                AND asset IN (SELECT id FROM assets WHERE removed IS NOT NULL AND removed < ?)
                """, tombstonesBefore, connection)
            try run("DELETE FROM assets WHERE removed IS NOT NULL AND removed < ?", tombstonesBefore, connection)
            try ChangeRows.expire(before: changesBefore, limit: changeLimit, in: connection)
        }
    }

    private static func run(_ sql: String, _ instant: Timestamp, _ connection: SQLiteConnection) throws {
        let statement = try connection.statement(sql)
        statement.bind(instant.nanoseconds)
        try statement.run()
    }
}
