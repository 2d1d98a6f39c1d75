import CSQLite
public import Platform

/// The catalogue in an SQLite database in the data folder: one writer and a few readers, each with a thread of its own.
///
/// Written ahead to a log (WAL) with `synchronous = FULL`: a commit is on the disk before it is acknowledged, so neither
/// `kill -9` nor a power cut loses it.
public final class SQLiteCatalogue: Catalogue {
    /// Reads that run at once. They take microseconds but for those at start and of a rescan, which hold up one reader.
    private static let readerCount = 3

    /// What was done about a damaged database; nil where it was sound.
    public let recovery: CatalogueRecovery?
    /// The library that this is.
    public let libraryID: LibraryID
    /// Gives out ids that this catalogue has never known.
    public let identifiers: IdentifierSource
    private let now: @Sendable () -> Timestamp
    let writer: SQLiteThread
    private let readers: [SQLiteThread]

    private init(
        opened: SQLiteFile.Opened, writer: SQLiteThread, readers: [SQLiteThread],
        now: @escaping @Sendable () -> Timestamp
    ) {
        recovery = opened.recovery
        libraryID = opened.libraryID
        identifiers = IdentifierSource(above: opened.greatestID, now: now)
        self.now = now
        self.writer = writer
        self.readers = readers
    }

    /// Version of the SQLite library that is loaded (sqlite3_libversion).
    public static var libraryVersion: String { String(cString: sqlite3_libversion()) }

    /// Opens the catalogue in the existing directory `directory`, and makes it where there is none.
    /// - Parameters:
    ///   - program: name and version of the program, for messages of older ones.
    ///   - now: the clock.
    /// - Throws: `CatalogueError.newerThanProgram`, `.inUse`, or what else went wrong. A damaged database is set aside
    ///   and does not throw, see `recovery`.
    public static func open(
        in directory: FileName, program: String, now: @escaping @Sendable () -> Timestamp = { .now }
    ) async throws -> SQLiteCatalogue {
        try await open(SQLiteFile(directory: directory, program: program, now: now()), now: now)
    }

    /// Opens the catalogue of a file.
    static func open(_ file: SQLiteFile, now: @escaping @Sendable () -> Timestamp) async throws -> SQLiteCatalogue {
        let writer = SQLiteThread(label: "contactsheet.catalogue.writer")
        let opened = try await writer.open { try file.open() }
        let readers = (1...readerCount).map { SQLiteThread(label: "contactsheet.catalogue.reader-\($0)") }
        for reader in readers { try await reader.open { (try file.openForReading(), ()) } }
        return SQLiteCatalogue(
            opened: opened, writer: writer, readers: readers, now: now)
    }

    /// See `Catalogue.commit`.
    public func commit(_ changes: [CatalogueChange]) async throws -> Commit {
        let now = now()
        return try await writer.run { try CommitWriter.commit(changes, date: now, in: $0) }
    }

    /// See `Catalogue.contents`.
    public func contents() async throws -> CatalogueContents { try await read(CatalogueReads.contents) }

    /// See `Catalogue.assets`.
    public func assets(_ ids: [AssetID]) async throws -> [Asset] {
        if ids.isEmpty { return [] }
        return try await read { try CatalogueReads.assets(ids, in: $0) }
    }

    /// See `Catalogue.removedAssets`.
    public func removedAssets(_ ids: [AssetID]) async throws -> [Asset] {
        try await read { try CatalogueReads.assets(ids, includingRemoved: true, in: $0) }
    }

    /// See `Catalogue.assetIDs`.
    public func assetIDs(sharing keys: Set<GroupingKey>) async throws -> [AssetID] {
        if keys.isEmpty { return [] }
        return try await read { try GroupingReads.assetIDs(sharing: keys, in: $0) }
    }

    /// See `Catalogue.folders`.
    public func folders() async throws -> [Folder] { try await read(FolderRows.all) }

    /// See `Catalogue.files(in:)`.
    public func files(in folder: FolderID) async throws -> [FileRecord] {
        try await read { try CatalogueReads.files(in: [folder], of: $0) }
    }

    /// See `Catalogue.files(in:named:)`.
    public func files(in folder: FolderID, named names: Set<FileName>) async throws -> [FileRecord] {
        if names.isEmpty { return [] }
        return try await read { try CatalogueReads.files(in: folder, named: names, of: $0) }
    }

    /// See `Catalogue.files(in:stem:)`.
    public func files(in folder: FolderID, stem: FileName) async throws -> [FileRecord] {
        try await read { try CatalogueReads.files(in: folder, stem: stem, of: $0) }
    }

    /// See `Catalogue.files(inodes:)`.
    public func files(inodes: Set<UInt64>) async throws -> [FileRecord] {
        if inodes.isEmpty { return [] }
        return try await read { try CatalogueReads.files(inodes: inodes, of: $0) }
    }

    /// See `Catalogue.files(under:)`.
    public func files(under folder: FolderID) async throws -> [FileRecord] {
        try await read { try CatalogueReads.files(under: folder, of: $0) }
    }

    /// See `Catalogue.pendingAssets`.
    public func pendingAssets(limit: Int, after last: AssetID?) async throws -> [Asset] {
        try await read { try CatalogueReads.pending(limit: limit, after: last, in: $0) }
    }

    /// See `Catalogue.outdatedAssets`.
    public func outdatedAssets(readBefore version: Int, limit: Int, after last: AssetID?) async throws -> [Asset] {
        try await read { try CatalogueReads.outdated(before: version, limit: limit, after: last, in: $0) }
    }

    /// See `Catalogue.tombstones`.
    public func tombstones(sizes: Set<Int64>) async throws -> [Tombstone] {
        try await read { try CatalogueReads.tombstones(sizes: sizes, in: $0) }
    }

    /// See `Catalogue.changes`.
    public func changes(since first: Version, through last: Version, limit: Int) async throws -> LoggedChanges {
        try await read { try ChangeRows.changes(since: first, through: last, limit: limit, in: $0) }
    }

    /// See `Catalogue.expire`.
    public func expire(tombstonesBefore: Timestamp, changesBefore: Timestamp, changeLimit: Int) async throws {
        try await writer.run {
            try Expiry.expire(
                tombstonesBefore: tombstonesBefore, changesBefore: changesBefore, changeLimit: changeLimit, in: $0)
        }
    }

    /// See `Catalogue.close`.
    public func close() async {
        for reader in readers { await reader.close() }
        await writer.close()
    }

    func read<Result: Sendable>(
        _ body: @Sendable (SQLiteConnection) throws -> Result
    ) async throws -> Result {
        var reader = readers[0]
        for other in readers.dropFirst() where other.load < reader.load { reader = other }
        return try await reader.run(body)
    }
}
