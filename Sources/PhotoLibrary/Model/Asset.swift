public import Platform

/// What kind of thing a person sees (PhotoKit's `PHAssetMediaType`).
public enum MediaType: Int, Sendable, CaseIterable, Codable { case unknown, image, video, audio }

/// What is special about an asset (PhotoKit's `PHAssetMediaSubtype`); several can hold at once.
public struct MediaSubtypes: OptionSet, Hashable, Sendable {
    /// The bits as the catalogue keeps them.
    public let rawValue: Int64
    /// Takes bits from the catalogue.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// A very wide or tall picture, or one that says that it is stitched.
    public static let panorama = MediaSubtypes(rawValue: 1 << 0)
    /// More light than a common screen shows: a gain map, PQ or HLG.
    public static let hdr = MediaSubtypes(rawValue: 1 << 1)
    /// A picture of a screen.
    public static let screenshot = MediaSubtypes(rawValue: 1 << 2)
    /// A still with a short video.
    public static let livePhoto = MediaSubtypes(rawValue: 1 << 3)
    /// More than one frame in a picture file.
    public static let animated = MediaSubtypes(rawValue: 1 << 4)
    /// A sensor's own data.
    public static let raw = MediaSubtypes(rawValue: 1 << 5)
    /// One of a series taken by one press.
    public static let burst = MediaSubtypes(rawValue: 1 << 6)
    /// A picture with a soft background, or what it takes to make one.
    public static let depthEffect = MediaSubtypes(rawValue: 1 << 7)
    /// A video that can be shown slowly.
    public static let highFrameRate = MediaSubtypes(rawValue: 1 << 8)
    /// A video that shows a long time in a short one.
    public static let timelapse = MediaSubtypes(rawValue: 1 << 9)
    /// A video of a screen.
    public static let screenRecording = MediaSubtypes(rawValue: 1 << 10)
    /// Taken by the camera that looks at who holds it.
    public static let selfPortrait = MediaSubtypes(rawValue: 1 << 11)
    /// A picture that was exposed for a second or longer.
    public static let longExposure = MediaSubtypes(rawValue: 1 << 12)

    /// Every subtype with the name that it has in JSON.
    public static let names: [(MediaSubtypes, String)] = [
        (.panorama, "panorama"), (.hdr, "hdr"), (.screenshot, "screenshot"), (.livePhoto, "livePhoto"),
        (.animated, "animated"), (.raw, "raw"), (.burst, "burst"),
        (.depthEffect, "depthEffect"), (.highFrameRate, "highFrameRate"), (.timelapse, "timelapse"),
        (.screenRecording, "screenRecording"), (.selfPortrait, "selfPortrait"), (.longExposure, "longExposure"),
    ]
}

/// When something was taken, and how that is known.
public struct CaptureDate: Hashable, Sendable {
    /// Date and time as the camera's clock showed them.
    public var time: WallTime
    /// The evidence, such as `exif:DateTimeOriginal`, `quicktime:CreationDate`, `file:modified`.
    public var source: String

    /// Makes a capture date.
    public init(time: WallTime, source: String) {
        self.time = time
        self.source = source
    }
}

/// A place on Earth (WGS 84).
public struct Location: Hashable, Sendable {
    /// Degrees north, -90 to 90.
    public var latitude: Double
    /// Degrees east, -180 to 180.
    public var longitude: Double
    /// Metres above sea level.
    public var altitude: Double?

    /// Makes a location.
    public init(latitude: Double, longitude: Double, altitude: Double? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
    }
}

/// What took the picture.
public struct Camera: Hashable, Sendable {
    /// Maker (EXIF 0x010F).
    public var make: String?
    /// Model (EXIF 0x0110).
    public var model: String?
    /// Lens (EXIF 0xA434).
    public var lens: String?

    /// Makes a camera.
    public init(make: String? = nil, model: String? = nil, lens: String? = nil) {
        self.make = make
        self.model = model
        self.lens = lens
    }
}

/// Something about an asset that a person should know, such as why it can't be shown.
public struct Problem: Hashable, Sendable {
    /// A stable word, such as `empty`, `notAnImage`, `decoderCrashed`.
    public var code: String
    /// One sentence for a person.
    public var detail: String

    /// Makes a problem.
    public init(code: String, detail: String) {
        self.code = code
        self.detail = detail
    }
}

/// One thing a person sees in the grid.
public struct Asset: Hashable, Sendable, Identifiable {
    /// Stays the same through renames, moves, edits and restarts.
    public let id: AssetID
    /// The directory that its main file is in.
    public var folderID: FolderID
    /// Kind of thing; guessed from the name until the file was read.
    public var mediaType: MediaType
    /// What is special about it.
    public var mediaSubtypes: MediaSubtypes = []
    /// Those of them that its own file says.
    public var decodedSubtypes: MediaSubtypes = []
    /// Size as shown, after orientation; nil until the file was read, or where it has none.
    public var pixelSize: PixelSize?
    /// Length of a video or a sound.
    public var duration: Duration?
    /// When it was taken; nil until the file was read.
    public var captureDate: CaptureDate?
    /// When the library first saw it.
    public var addedDate: Timestamp
    /// Where it was taken.
    public var location: Location?
    /// What took it.
    public var camera: Camera = Camera()
    /// A person's favourite.
    public var isFavorite = false
    /// Left out of collections unless asked for.
    public var isHidden = false
    /// Stars, 1 to 5; -1 is rejected.
    public var rating: Int?
    /// Title.
    public var title: String?
    /// Description.
    public var caption: String?
    /// Keywords.
    public var keywords: [String] = []
    /// What the pictures of one burst share.
    public var burstIdentifier: String?
    /// What the still and the video of a live photo share, as Apple writes it.
    public var contentIdentifier: String?
    /// Which bytes of the main file are the video of a motion photo; nil where there is none.
    public var motionVideo: Range<Int64>?
    /// What is known of the tracks of a video or of the video in a motion photo; nil for all else.
    public var video: VideoTrack?
    /// Seconds that a picture was exposed.
    public var exposureTime: Double?
    /// What only a look at it alone needs.
    public var details = MediaDetails()
    /// The version of the reader that read its main file; 0 for none, or one that is to be read again.
    public var readerVersion = 0
    /// Its own files, the main one first; never empty.
    public var resources: [Resource]
    /// To whose group it belongs; nil where it is by itself, or shown for its group.
    public var membership: Membership?
    /// The other files of the group that it is shown for, in the order of their kinds and names. The catalogue fills it;
    /// putting the asset does not write it.
    public internal(set) var members: [GroupMember] = []

    /// Makes an asset of its first file, with nothing known yet but what the directory said.
    public init(id: AssetID, mediaType: MediaType, addedDate: Timestamp, resource: Resource) {
        self.id = id
        self.folderID = resource.folderID
        self.mediaType = mediaType
        self.addedDate = addedDate
        self.resources = [resource]
    }

    /// The main file.
    public var primary: Resource { resources[0] }
}
