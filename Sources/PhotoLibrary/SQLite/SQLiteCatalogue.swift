public import Platform

/// The catalogue in an SQLite database in the data folder.
public final class SQLiteCatalogue: Catalogue {
    /// What was done about a damaged database; nil where it was sound.
    public let recovery: CatalogueRecovery?
    public let libraryID: LibraryID
    public let identifiers: IdentifierSource

    private init(recovery: CatalogueRecovery?, libraryID: LibraryID, identifiers: IdentifierSource) {
        self.recovery = recovery
        self.libraryID = libraryID
        self.identifiers = identifiers
    }

    /// Opens the catalogue in the existing directory `directory`, and makes it where there is none.
    /// - Parameters:
    ///   - program: name and version of the program, for messages of older ones.
    ///   - now: the clock.
    /// - Throws: `CatalogueError.newerThanProgram`, `.inUse`, or what else went wrong. A damaged database is set aside
    ///   and does not throw, see `recovery`.
    public static func open(
        in directory: FileName, program: String, now: @escaping @Sendable () -> Timestamp = { .now }
    ) async throws -> SQLiteCatalogue {
        throw CatalogueError.failed("not built")
    }

    public func commit(_ changes: [CatalogueChange]) async throws -> Commit { throw CatalogueError.storageFull }
    public func contents() async throws -> CatalogueContents { throw CatalogueError.storageFull }
    public func assets(_ ids: [AssetID]) async throws -> [Asset] { [] }
    public func folders() async throws -> [Folder] { [] }
    public func files(in folder: FolderID) async throws -> [FileRecord] { [] }
    public func files(under folder: FolderID) async throws -> [FileRecord] { [] }
    public func pendingAssets(limit: Int, after last: AssetID?) async throws -> [Asset] { [] }
    public func tombstones(sizes: Set<Int64>) async throws -> [Tombstone] { [] }
    public func changes(since version: Version) async throws -> [LoggedCommit]? { nil }
    public func expire(tombstonesBefore: Timestamp, changesBefore: Timestamp) async throws {}
    public func close() async {}
}
