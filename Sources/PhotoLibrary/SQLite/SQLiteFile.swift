import Platform

/// The database file of a data folder: how it is opened, looked over, and replaced where it is damaged.
struct SQLiteFile: Sendable {
    /// What is known once the database is open.
    struct Opened: Sendable {
        var libraryID = LibraryID(rawValue: 0)
        var greatestID: Int64 = 0
        var recovery: CatalogueRecovery?
    }

    /// The data folder.
    let directory: FileName
    /// Name and version of the program.
    let program: String
    /// When it is opened.
    let now: Timestamp
    /// More pages than the database may have, as if the disk were full; nil in earnest.
    var pageLimit: Int?

    /// The database.
    var path: FileName { directory.appending(FileName("catalogue.sqlite")) }
    private var lock: FileName { directory.appending(FileName("catalogue.lock")) }

    /// Makes the description of a data folder's database.
    init(directory: FileName, program: String, now: Timestamp) {
        self.directory = directory
        self.program = program
        self.now = now
    }

    /// Opens the database for the writer; one that is damaged is set aside, and what it still tells is taken over.
    func open() throws -> (SQLiteConnection, Opened) {
        guard let lock = try FileLock.acquire(at: lock) else { throw CatalogueError.inUse(directory.description) }
        do {
            let (connection, opened) = try openSound()
            connection.keep(lock)
            return (connection, opened)
        } catch CatalogueError.damaged(let reason) {
            let damaged = try setAside()
            var (connection, opened) = try openSound()
            let salvage = Salvage(from: damaged, now: now)
            let count = try salvage.restore(into: connection)
            opened.greatestID = try connection.number("SELECT greatestID FROM library") ?? 0
            opened.recovery = CatalogueRecovery(reason: reason, setAside: damaged, salvagedAssetCount: count)
            connection.keep(lock)
            return (connection, opened)
        }
    }

    /// Opens one more connection, which can only read.
    func openForReading() throws -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, mode: .reading)
        // 4 MiB: the inner pages of all tables of a large library, and some leaves.
        try connection.execute("PRAGMA cache_size = -4096")
        return connection
    }

    private func openSound() throws -> (SQLiteConnection, Opened) {
        let connection = try SQLiteConnection(path: path, mode: .writing)
        try connection.execute("PRAGMA journal_mode = WAL")
        try connection.execute("PRAGMA synchronous = FULL")
        // 2 MiB: the check reads every page once.
        try connection.execute("PRAGMA cache_size = -2048")
        try check(connection)
        // 16 MiB: a batch of an index run changes pages all over the tables, and they had better be at hand.
        try connection.execute("PRAGMA cache_size = -16384")
        // 8 MiB of log before it is written back: fewer and larger writes than the default of 4 MiB.
        try connection.execute("PRAGMA wal_autocheckpoint = 2048")
        // With a limit, of the same 8 MiB, the log is emptied when the last connection is closed, although it stays: it
        // must not be taken for a part of another database that is put in the place of this one.
        try connection.execute("PRAGMA journal_size_limit = 8388608")
        if let pageLimit { try connection.execute("PRAGMA max_page_count = \(pageLimit)") }
        try SQLiteSchema.migrate(connection)
        if try connection.number("SELECT count(*) FROM library") == 0 { try initialize(connection) }
        let mark = try connection.statement("UPDATE library SET program = ?1 WHERE program <> ?1")
        mark.bind(program)
        do {
            try mark.run()
        } catch CatalogueError.storageFull {
            // Reading must go on with a full disk.
        }
        let opened = Opened(
            libraryID: LibraryID(rawValue: try connection.number("SELECT id FROM library") ?? 0),
            greatestID: try connection.number("SELECT greatestID FROM library") ?? 0)
        return (connection, opened)
    }

    private func initialize(_ connection: SQLiteConnection) throws {
        let statement = try connection.statement(
            """
            INSERT INTO library (onlyRow, id, created, program, version, greatestID) VALUES (1, ?, ?, ?, 0, 0)
            """)
        statement.bind(Int64.random(in: 1 ... .max))
        statement.bind(now.nanoseconds)
        statement.bind(program)
        try statement.run()
    }

    /// Looks over the whole database, about a second for every million assets: damage is found now and not in use.
    private func check(_ connection: SQLiteConnection) throws {
        let row = try connection.statement("PRAGMA quick_check(1)")
        defer { row.reset() }
        guard try row.step(), let verdict = row.textOrNil() else { return }
        guard verdict == "ok" else { throw CatalogueError.damaged(verdict) }
    }

    /// Renames the database and its log, and gives the new path.
    private func setAside() throws -> FileName {
        var aside = FileName(bytes: path.bytes + Array(".damaged-\(now.seconds)".utf8))
        while fileExists(aside) { aside = FileName(bytes: aside.bytes + Array("-again".utf8)) }
        for suffix in ["-wal", "-shm", ""] {
            let old = FileName(bytes: path.bytes + Array(suffix.utf8))
            if fileExists(old) { try renameFile(old, to: FileName(bytes: aside.bytes + Array(suffix.utf8))) }
        }
        return aside
    }
}
