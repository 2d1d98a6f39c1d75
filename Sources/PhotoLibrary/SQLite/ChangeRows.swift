import Platform

/// The change log: one row a commit.
enum ChangeRows {
    /// Writes the entry of a commit.
    static func put(_ commit: Commit, in connection: SQLiteConnection) throws {
        let row = try connection.statement("INSERT INTO changes (version, date, size, payload) VALUES (?, ?, ?, ?)")
        row.bind(commit.version)
        row.bind(commit.date.nanoseconds)
        row.bind(commit.assets.count + commit.folders.count)
        row.bind(ChangePayload.encode(commit))
        try row.run()
    }

    /// See `Catalogue.changes`.
    static func changes(
        since first: Version, through last: Version, limit: Int, in connection: SQLiteConnection
    ) throws -> LoggedChanges {
        try connection.transaction {
            let current = try connection.number("SELECT version FROM library") ?? 0
            guard first >= 0, first <= last, last <= current else { return .forgotten }
            let sum = try connection.statement(
                "SELECT count(*), sum(size) FROM changes WHERE version > ? AND version <= ?")
            sum.bind(first)
            sum.bind(last)
            guard try sum.step() else { return .forgotten }
            let count = sum.int64()
            let size = sum.int64()
            sum.reset()
            guard count == last - first else { return .forgotten }
            guard size <= Int64(limit) else { return .tooMany }
            return .commits(try commits(after: first, through: last, in: connection))
        }
    }

    private static func commits(
        after first: Version, through last: Version, in connection: SQLiteConnection
    ) throws -> [LoggedCommit] {
        let row = try connection.statement(
            "SELECT version, date, payload FROM changes WHERE version > ? AND version <= ? ORDER BY version")
        defer { row.reset() }
        row.bind(first)
        row.bind(last)
        var log: [LoggedCommit] = []
        while try row.step() {
            let version = row.int64()
            let date = Timestamp(nanoseconds: row.int64())
            log.append(try ChangePayload.decode(row.bytes(), version: version, date: date))
        }
        return log
    }

    /// Forgets entries made before an instant, and the oldest of those that touched more than `limit` things in all.
    static func expire(before instant: Timestamp, limit: Int, in connection: SQLiteConnection) throws {
        let old = try connection.statement("DELETE FROM changes WHERE date < ?")
        old.bind(instant.nanoseconds)
        try old.run()
        let row = try connection.statement("SELECT version, size FROM changes ORDER BY version DESC")
        var sum = 0
        var lastForgotten: Version?
        while lastForgotten == nil, try row.step() {
            let version = row.int64()
            sum += row.int()
            if sum > limit { lastForgotten = version }
        }
        row.reset()
        guard let lastForgotten else { return }
        let surplus = try connection.statement("DELETE FROM changes WHERE version <= ?")
        surplus.bind(lastForgotten)
        try surplus.run()
    }
}
