import Platform

/// What the change log keeps of one commit: which assets and folders it touched, and how the assets were before.
enum ChangePayload {
    /// The only layout so far; another one gets another number.
    private static let layout: UInt8 = 1

    /// Writes the payload of a commit.
    static func encode(
        assets: [Commit.Transition<AssetSummary>], folders: [Commit.Transition<Folder>]
    ) -> [UInt8] {
        var writer = ByteWriter()
        writer.byte(layout)
        writer.number(Int64(folders.count))
        for folder in folders { writer.fixed((folder.before ?? folder.after)?.id.rawValue ?? 0) }
        writer.number(Int64(assets.count))
        for asset in assets {
            writer.byte((asset.before == nil ? 0 : 1) | (asset.after == nil ? 0 : 2))
            writer.fixed((asset.before ?? asset.after)?.id.rawValue ?? 0)
            if let before = asset.before { write(before, to: &writer) }
        }
        return writer.bytes
    }

    /// Reads a payload.
    static func decode(_ bytes: [UInt8], version: Version, date: Timestamp) throws -> LoggedCommit {
        var reader = ByteReader(bytes)
        guard try reader.byte() == layout else { throw ByteReader.Malformed() }
        var folders: [FolderID] = []
        for _ in 0..<max(0, try reader.number()) { folders.append(FolderID(rawValue: try reader.fixed())) }
        var assets: [LoggedCommit.Entry] = []
        for _ in 0..<max(0, try reader.number()) {
            let flags = try reader.byte()
            let id = AssetID(rawValue: try reader.fixed())
            let before = flags & 1 == 0 ? nil : try read(id, from: &reader)
            assets.append(LoggedCommit.Entry(id: id, before: before, isPresent: flags & 2 != 0))
        }
        return LoggedCommit(version: version, date: date, assets: assets, folders: folders)
    }

    private static func write(_ asset: AssetSummary, to writer: inout ByteWriter) {
        writer.fixed(asset.folderID.rawValue)
        writer.number(asset.revision)
        writer.fixed(asset.taken.ticks)
        writer.number(Int64(asset.offsetMinutes ?? noOffset))
        writer.fixed(asset.addedDate.nanoseconds)
        writer.fixed(asset.modificationDate.nanoseconds)
        writer.number(asset.byteCount)
        writer.string(asset.filename.bytes)
        writer.number(Int64(asset.mediaType.rawValue))
        writer.number(asset.mediaSubtypes.rawValue)
        writer.number(Int64(asset.resourceState.rawValue))
        writer.byte((asset.hasCaptureDate ? 1 : 0) | (asset.isFavorite ? 2 : 0) | (asset.isHidden ? 4 : 0))
    }

    private static func read(_ id: AssetID, from reader: inout ByteReader) throws -> AssetSummary {
        let folder = FolderID(rawValue: try reader.fixed())
        let revision = try reader.number()
        let taken = TakenTime(ticks: try reader.fixed())
        let offset = Int(try reader.number())
        let added = Timestamp(nanoseconds: try reader.fixed())
        let modified = Timestamp(nanoseconds: try reader.fixed())
        let size = try reader.number()
        let name = FileName(bytes: try reader.string())
        let mediaType = MediaType(rawValue: Int(try reader.number())) ?? .unknown
        let subtypes = MediaSubtypes(rawValue: try reader.number())
        let state = Resource.State(rawValue: Int(try reader.number())) ?? .pending
        let flags = try reader.byte()
        return AssetSummary(
            id: id, folderID: folder, revision: revision, taken: taken, hasCaptureDate: flags & 1 != 0,
            offsetMinutes: offset == noOffset ? nil : offset, addedDate: added, modificationDate: modified,
            byteCount: size, filename: name, mediaType: mediaType, mediaSubtypes: subtypes, resourceState: state,
            isFavorite: flags & 2 != 0, isHidden: flags & 4 != 0)
    }

    /// No zone is that far from UTC.
    private static let noOffset = 1 << 12
}
