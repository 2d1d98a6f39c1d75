import Platform

/// What the change log keeps of one commit: which assets and folders it touched, and how they were before.
enum ChangePayload {
    /// The only layout so far; another one gets another number.
    private static let layout: UInt8 = 2

    /// Writes the payload of a commit.
    static func encode(_ commit: Commit) -> [UInt8] {
        var writer = ByteWriter()
        writer.byte(layout)
        writer.number(Int64(commit.folders.count))
        for folder in commit.folders {
            writer.byte(folder.before == nil ? 0 : 1)
            writer.fixed((folder.before ?? folder.after)?.id.rawValue ?? 0)
            if let before = folder.before { write(before, to: &writer) }
        }
        writer.number(Int64(commit.assets.count))
        for asset in commit.assets {
            writer.byte((asset.before == nil ? 0 : 1) | (asset.after == nil ? 0 : 2))
            writer.fixed((asset.before ?? asset.after)?.id.rawValue ?? 0)
            writer.number(Int64(bitPattern: asset.fields.rawValue))
            if let before = asset.before { write(before, to: &writer) }
        }
        return writer.bytes
    }

    /// Reads a payload.
    static func decode(_ bytes: [UInt8], version: Version, date: Timestamp) throws -> LoggedCommit {
        var reader = ByteReader(bytes)
        guard try reader.byte() == layout else { throw ByteReader.Malformed() }
        var folders: [LoggedCommit.FolderEntry] = []
        for _ in 0..<max(0, try reader.number()) {
            let flags = try reader.byte()
            let id = FolderID(rawValue: try reader.fixed())
            let before: Folder? = flags & 1 == 0 ? nil : try read(id, from: &reader)
            folders.append(LoggedCommit.FolderEntry(id: id, before: before))
        }
        var assets: [LoggedCommit.Entry] = []
        for _ in 0..<max(0, try reader.number()) {
            let flags = try reader.byte()
            let id = AssetID(rawValue: try reader.fixed())
            let fields = ChangedFields(rawValue: UInt64(bitPattern: try reader.number()))
            let before: AssetSummary? = flags & 1 == 0 ? nil : try read(id, from: &reader)
            assets.append(
                LoggedCommit.Entry(id: id, before: before, isPresent: flags & 2 != 0, fields: fields))
        }
        return LoggedCommit(version: version, date: date, assets: assets, folders: folders)
    }

    private static func write(_ folder: Folder, to writer: inout ByteWriter) {
        writer.byte((folder.parentID == nil ? 0 : 1) | (folder.isOnline ? 2 : 0))
        if let parent = folder.parentID { writer.fixed(parent.rawValue) }
        writer.string(folder.name.bytes)
        writer.fixed(Int64(bitPattern: folder.device))
        writer.fixed(Int64(bitPattern: folder.inode))
    }

    private static func read(_ id: FolderID, from reader: inout ByteReader) throws -> Folder {
        let flags = try reader.byte()
        let parent = flags & 1 == 0 ? nil : FolderID(rawValue: try reader.fixed())
        let name = FileName(bytes: try reader.string())
        let device = UInt64(bitPattern: try reader.fixed())
        let inode = UInt64(bitPattern: try reader.fixed())
        return Folder(
            id: id, parentID: parent, name: name, device: device, inode: inode, isOnline: flags & 2 != 0)
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
