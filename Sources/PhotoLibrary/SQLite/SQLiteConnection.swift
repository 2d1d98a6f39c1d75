import CSQLite
import Platform

/// One connection to a database. Not safe for several threads: an `SQLiteThread` guards it.
final class SQLiteConnection {
    /// How a database is opened.
    enum Mode { case reading, writing }

    private let handle: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]
    private var lock: FileLock?

    /// Opens the database at `path`; in `.writing` makes it where there is none.
    /// - Throws: `CatalogueError`.
    init(path: FileName, mode: Mode) throws {
        var opened: OpaquePointer?
        let flags =
            (mode == .writing ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READWRITE)
            | SQLITE_OPEN_NOMUTEX
        let code = path.withCString { sqlite3_open_v2($0, &opened, flags, nil) }
        guard let opened else { throw CatalogueError.failed("no memory for a connection") }
        handle = opened
        guard code == SQLITE_OK else { throw failure(code) }
        sqlite3_extended_result_codes(handle, 1)
        // Readers and the writer never wait for each other in WAL mode but for a moment while the log starts anew.
        sqlite3_busy_timeout(handle, 5000)
        try execute("PRAGMA temp_store = MEMORY")
        // The log's index stays on disk when the last connection is closed: a start on a full disk needs its room.
        var staysOnDisk: CInt = 1
        sqlite3_file_control(handle, nil, SQLITE_FCNTL_PERSIST_WAL, &staysOnDisk)
        if mode == .reading { try execute("PRAGMA query_only = ON") }
    }

    deinit {
        for statement in statements.values { statement.finalize() }
        sqlite3_close_v2(handle)
    }

    /// Holds a lock until the connection is closed.
    func keep(_ lock: consuming FileLock) { self.lock = consume lock }

    /// Runs statements without parameters or results.
    func execute(_ sql: String) throws {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// A statement, prepared once for each connection and text. It is ready to be bound.
    func statement(_ sql: String) throws -> SQLiteStatement {
        if let ready = statements[sql] {
            ready.reset()
            return ready
        }
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw failure(code) }
        let statement = SQLiteStatement(prepared, connection: self)
        statements[sql] = statement
        return statement
    }

    /// Runs `body` in a transaction: all that it does is kept, or nothing if it throws.
    func transaction<Result>(_ begin: String = "BEGIN", _ body: () throws -> Result) throws -> Result {
        try execute(begin)
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // A statement that is still being read would keep the transaction open. SQLite may have rolled back by
            // itself (a full disk), then there is nothing left to roll back.
            for statement in statements.values { statement.reset() }
            if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// A whole number that a statement without parameters gives in its first column; nil for NULL or no row.
    func number(_ sql: String) throws -> Int64? {
        let statement = try statement(sql)
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        return statement.int64OrNil()
    }

    /// What a result code of this connection means.
    func failure(_ code: CInt) -> CatalogueError {
        let detail = String(cString: sqlite3_errmsg(handle))
        switch code & 0xFF {
        case SQLITE_FULL: return .storageFull
        case SQLITE_CORRUPT, SQLITE_NOTADB: return .damaged(detail)
        case SQLITE_IOERR:
            let code = sqlite3_system_errno(handle)
            return SystemError(code: code, call: "write").isStorageFull
                ? .storageFull : .failed("\(detail) (\(SystemError(code: code, call: "sqlite")))")
        default: return .failed(detail)
        }
    }
}
