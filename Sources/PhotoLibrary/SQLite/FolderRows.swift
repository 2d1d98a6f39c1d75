import Platform

/// Folders as rows.
enum FolderRows {
    private static let columns = "id, parent, name, device, inode, isOnline"

    /// Writes a folder in place of what is there under its id.
    static func put(_ folder: Folder, in connection: SQLiteConnection) throws {
        let statement = try connection.statement(
            "INSERT OR REPLACE INTO folders (\(columns)) VALUES (?, ?, ?, ?, ?, ?)")
        statement.bind(folder.id.rawValue)
        statement.bind(folder.parentID?.rawValue)
        statement.bind(folder.name.bytes)
        statement.bind(Int64(bitPattern: folder.device))
        statement.bind(Int64(bitPattern: folder.inode))
        statement.bind(folder.isOnline)
        try statement.run()
    }

    /// Takes a folder away.
    static func remove(_ id: FolderID, in connection: SQLiteConnection) throws {
        let statement = try connection.statement("DELETE FROM folders WHERE id = ?")
        statement.bind(id.rawValue)
        try statement.run()
    }

    /// Whether a folder or a file is in the folder.
    static func isInUse(_ id: FolderID, in connection: SQLiteConnection) throws -> Bool {
        let row = try connection.statement(
            """
            SELECT EXISTS (SELECT 1 FROM folders WHERE parent = ?1)
                OR EXISTS (SELECT 1 FROM resources WHERE folder = ?1 AND isRemoved = 0)
            """)
        defer { row.reset() }
        row.bind(id.rawValue)
        return try row.step() && row.bool()
    }

    /// Reads every folder.
    static func all(_ connection: SQLiteConnection) throws -> [Folder] {
        let row = try connection.statement("SELECT \(columns) FROM folders")
        defer { row.reset() }
        var folders: [Folder] = []
        while try row.step() { folders.append(read(row)) }
        return folders
    }

    /// A folder.
    static func find(_ id: FolderID, in connection: SQLiteConnection) throws -> Folder? {
        let row = try connection.statement("SELECT \(columns) FROM folders WHERE id = ?")
        defer { row.reset() }
        row.bind(id.rawValue)
        return try row.step() ? read(row) : nil
    }

    private static func read(_ row: SQLiteStatement) -> Folder {
        Folder(
            id: FolderID(rawValue: row.int64()), parentID: row.int64OrNil().map(FolderID.init),
            name: FileName(bytes: row.bytes()), device: UInt64(bitPattern: row.int64()),
            inode: UInt64(bitPattern: row.int64()), isOnline: row.bool())
    }
}
