import Platform

/// The first page of a database: its header and where its tables begin.
enum FirstPage {
    /// SQLite's page size unless told otherwise.
    private static let size = 4096
    /// Where the header keeps the number of pages (SQLite's file format, section 1.3).
    private static let pageCountPlace = 28..<32

    /// Writes the first page anew in a database of ours whose own makes no sense. Every database of one layout was made by
    /// the same steps, so its tables begin on the same pages as in one made now.
    static func restore(in path: FileName) throws {
        let model = FileName(bytes: path.bytes + Array(".model".utf8))
        defer { try? removeFile(model) }
        try make(model)
        var page = try openFile(model).read(count: size, at: 0)
        guard page.count == size else { return }
        let file = try openFile(path)
        let pageCount = UInt32(clamping: try file.status().stamp.size / Int64(size))
        page.replaceSubrange(pageCountPlace, with: (0..<4).map { UInt8(pageCount >> (24 - 8 * $0) & 0xFF) })
        try file.write(page)
    }

    private static func make(_ path: FileName) throws {
        let connection = try SQLiteConnection(path: path, mode: .writing)
        try connection.execute("PRAGMA journal_mode = WAL")
        try SQLiteSchema.migrate(connection)
    }
}
