import Platform

/// Summaries of assets, read from the columns that they need alone.
enum SummaryRows {
    private static let columns = """
        a.id, a.folder, a.revision, a.mediaType, a.mediaSubtypes, a.takenSeconds, a.takenNanosecond, a.takenOffset, \
        a.takenSource IS NOT NULL, a.added, a.isFavorite, a.isHidden, r.name, r.modified, r.size, r.state, a.removed
        """

    private static let tables = "assets AS a CROSS JOIN resources AS r ON r.asset = a.id AND r.ordinal = 0"

    /// Reads every asset, ascending by id.
    static func all(_ connection: SQLiteConnection) throws -> [AssetSummary] {
        var assets: [AssetSummary] = []
        assets.reserveCapacity(Int(try connection.number("SELECT count(*) FROM assets") ?? 0))
        let row = try connection.statement(
            "SELECT \(columns) FROM \(tables) WHERE a.removed IS NULL AND \(MembershipRows.areShown) ORDER BY a.id")
        defer { row.reset() }
        while try row.step() { assets.append(read(row).summary) }
        return assets
    }

    /// What is there under an id: an asset or a tombstone.
    static func find(_ id: AssetID, in connection: SQLiteConnection) throws -> (summary: AssetSummary, isRemoved: Bool)?
    {
        let row = try connection.statement(findSQL)
        defer { row.reset() }
        row.bind(id.rawValue)
        return try row.step() ? read(row) : nil
    }

    private static let findSQL = "SELECT \(columns) FROM \(tables) WHERE a.id = ?"

    private static func read(_ row: SQLiteStatement) -> (summary: AssetSummary, isRemoved: Bool) {
        let id = AssetID(rawValue: row.int64())
        let folder = FolderID(rawValue: row.int64())
        let revision = row.int64()
        let mediaType = MediaType(rawValue: row.int()) ?? .unknown
        let subtypes = MediaSubtypes(rawValue: row.int64())
        let seconds = row.int64()
        let nanosecond = row.int64()
        let offset = row.intOrNil()
        let hasCaptureDate = row.bool()
        let added = Timestamp(nanoseconds: row.int64())
        let isFavorite = row.bool()
        let isHidden = row.bool()
        let name = FileName(bytes: row.bytes())
        let modified = Timestamp(nanoseconds: row.int64())
        let taken = TakenTime(wallSeconds: seconds, nanosecond: nanosecond, offsetMinutes: offset)
        let summary = AssetSummary(
            id: id, folderID: folder, revision: revision, taken: hasCaptureDate ? taken : TakenTime(modified),
            hasCaptureDate: hasCaptureDate, offsetMinutes: offset, addedDate: added, modificationDate: modified,
            byteCount: row.int64(), filename: name, mediaType: mediaType, mediaSubtypes: subtypes,
            resourceState: Resource.State(rawValue: row.int()) ?? .pending, isFavorite: isFavorite, isHidden: isHidden)
        return (summary, row.int64OrNil() != nil)
    }
}
