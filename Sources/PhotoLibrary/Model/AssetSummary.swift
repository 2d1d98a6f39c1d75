public import Platform

/// What the server keeps in memory of every asset, about 130 bytes: all that fetches order and filter by.
public struct AssetSummary: Hashable, Sendable, Identifiable {
    /// The asset.
    public let id: AssetID
    /// The directory that its main file is in.
    public let folderID: FolderID
    /// The version that changed the asset last: as long as it is the same, so is everything about the asset but
    /// whether its root is online.
    public let revision: Version
    /// Where it stands by date taken.
    public let taken: TakenTime
    /// When the library first saw it.
    public let addedDate: Timestamp
    /// Last change of the main file's content.
    public let modificationDate: Timestamp
    /// Length of the main file in bytes.
    public let byteCount: Int64
    /// The main file's name.
    public let filename: FileName
    private let subtypeBits: Int32
    private let offset: Int16
    private let flags: UInt8
    /// Kind of thing.
    public let mediaType: MediaType
    /// What is known of the main file.
    public let resourceState: Resource.State

    /// Sums up an asset as of `revision`.
    public init(_ asset: Asset, revision: Version) {
        let primary = asset.primary
        self.init(
            id: asset.id, folderID: asset.folderID, revision: revision,
            taken: asset.captureDate.map { TakenTime($0.time) } ?? TakenTime(primary.stamp.modified),
            hasCaptureDate: asset.captureDate != nil, offsetMinutes: asset.captureDate?.time.offsetMinutes,
            addedDate: asset.addedDate, modificationDate: primary.stamp.modified, byteCount: primary.stamp.size,
            filename: primary.filename, mediaType: asset.mediaType, mediaSubtypes: asset.mediaSubtypes,
            resourceState: primary.state, isFavorite: asset.isFavorite, isHidden: asset.isHidden)
    }

    /// Makes a summary of its parts.
    init(
        id: AssetID, folderID: FolderID, revision: Version, taken: TakenTime, hasCaptureDate: Bool,
        offsetMinutes: Int?, addedDate: Timestamp, modificationDate: Timestamp, byteCount: Int64, filename: FileName,
        mediaType: MediaType, mediaSubtypes: MediaSubtypes, resourceState: Resource.State, isFavorite: Bool,
        isHidden: Bool
    ) {
        self.id = id
        self.folderID = folderID
        self.revision = revision
        self.taken = taken
        self.addedDate = addedDate
        self.modificationDate = modificationDate
        self.byteCount = byteCount
        self.filename = filename
        self.mediaType = mediaType
        self.resourceState = resourceState
        subtypeBits = Int32(truncatingIfNeeded: mediaSubtypes.rawValue)
        offset = offsetMinutes.map { Int16(clamping: $0) } ?? Self.noOffset
        flags =
            (isFavorite ? Self.favoriteFlag : 0) | (isHidden ? Self.hiddenFlag : 0)
            | (hasCaptureDate ? Self.captureDateFlag : 0)
    }

    /// What is special about it.
    public var mediaSubtypes: MediaSubtypes { MediaSubtypes(rawValue: Int64(subtypeBits)) }
    /// A person's favourite.
    public var isFavorite: Bool { flags & Self.favoriteFlag != 0 }
    /// Left out of collections unless asked for.
    public var isHidden: Bool { flags & Self.hiddenFlag != 0 }
    /// Whether `taken` comes from a capture date and not from the file's modification date.
    public var hasCaptureDate: Bool { flags & Self.captureDateFlag != 0 }
    /// Minutes ahead of UTC where the picture was taken; nil where it is not known.
    public var offsetMinutes: Int? { offset == Self.noOffset ? nil : Int(offset) }

    /// What a clock on the wall showed where it was taken, placed as if it stood in UTC.
    var takenOnWall: TakenTime { TakenTime(ticks: taken.ticks + Int64(offsetMinutes ?? 0) * 60 * 10_000_000) }

    /// The date to show for it: as its clock showed it, or in UTC where only the file's modification date is known.
    public var date: WallTime? { taken.wallTime(offsetMinutes: hasCaptureDate ? offsetMinutes : 0) }

    private static let favoriteFlag: UInt8 = 1
    private static let hiddenFlag: UInt8 = 2
    private static let captureDateFlag: UInt8 = 4
    private static let noOffset = Int16.min
}
