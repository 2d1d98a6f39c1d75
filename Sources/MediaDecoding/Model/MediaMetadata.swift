public import Platform

/// What one file says of itself.
public struct MediaMetadata: Hashable, Sendable {
    /// Grows with every change of what is read of files, so that those read before are read again.
    public static let readerVersion = 4

    /// What kind of thing the content is.
    public enum Kind: UInt8, Sendable, CaseIterable { case image, video, audio, sidecar }

    /// When it was taken, and where in the file that stands.
    public struct CaptureDate: Hashable, Sendable {
        /// Date and time as the camera's clock showed them.
        public var time: WallTime
        /// The field, such as `exif:DateTimeOriginal`, `xmp:DateTimeOriginal`, `quicktime:CreationDate`.
        public var source: String

        /// Makes a capture date.
        public init(time: WallTime, source: String) {
            self.time = time
            self.source = source
        }
    }

    /// A place on Earth (WGS 84); never 0°, 0°, which is what devices without a fix write.
    public struct Location: Hashable, Sendable {
        /// Degrees north, -90 to 90.
        public var latitude: Double
        /// Degrees east, -180 to 180.
        public var longitude: Double
        /// Metres above sea level.
        public var altitude: Double?

        /// Makes a location, or nil where there is no such place.
        public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
            guard (-90...90).contains(latitude), (-180...180).contains(longitude), latitude != 0 || longitude != 0
            else { return nil }
            self.latitude = latitude
            self.longitude = longitude
            self.altitude = altitude.flatMap { $0.isFinite ? $0 : nil }
        }
    }

    /// Something odd that did not keep the file from being read.
    public struct Problem: Hashable, Sendable {
        /// A stable word, such as `metadataDamaged`.
        public var code: String
        /// One line for a person.
        public var detail: String

        /// Makes a problem.
        public init(code: String, detail: String) {
            self.code = code
            self.detail = detail
        }
    }

    /// What is special about the content.
    public struct Traits: OptionSet, Hashable, Sendable {
        /// The bits as messages carry them.
        public let rawValue: UInt8
        /// Takes bits of a message.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// More than one frame in a picture file.
        public static let animated = Traits(rawValue: 1 << 0)
        /// A sensor's own data.
        public static let raw = Traits(rawValue: 1 << 1)
        /// A picture whose XMP says that it is stitched (`GPano:ProjectionType`), or one at least 1,000 pixels long
        /// whose long side is twice its short side or more.
        public static let panorama = Traits(rawValue: 1 << 2)
        /// A picture with a gain map, or a video in PQ or HLG.
        public static let hdr = Traits(rawValue: 1 << 3)
        /// A picture that says that it is one of a screen: EXIF or XMP UserComment `Screenshot`.
        public static let screenshot = Traits(rawValue: 1 << 4)
        /// A picture with a map of distances, or one that EXIF CustomRendered says is a portrait.
        public static let depthEffect = Traits(rawValue: 1 << 5)
        /// A video that says that it is one of a screen: its author is iOS's `ReplayKitRecording`.
        public static let screenRecording = Traits(rawValue: 1 << 6)
    }

    /// Media type by content (RFC 6838), such as `image/heic`; the file's name plays no part.
    public var contentType: String
    /// Kind of thing.
    public var kind: Kind
    /// Size as shown, after orientation; nil for sounds.
    public var pixelSize: PixelSize?
    /// The EXIF orientation (1 to 8) that a viewer must apply to the stored pixels; 1 where the format's own turn (HEIF
    /// `irot`, a video's display matrix) is already part of decoding.
    public var orientation = 1
    /// Length of a video or a sound.
    public var duration: Duration?
    /// When it was taken; nil where the file does not say.
    public var captureDate: CaptureDate?
    /// Where it was taken.
    public var location: Location?
    /// Maker of the camera.
    public var cameraMake: String?
    /// Model of the camera.
    public var cameraModel: String?
    /// Lens.
    public var lens: String?
    /// Title.
    public var title: String?
    /// Description.
    public var caption: String?
    /// Keywords, each once, in the order of the file.
    public var keywords: [String] = []
    /// Stars, 1 to 5; -1 is rejected; nil for none.
    public var rating: Int?
    /// Frames of an animation; 1 for a still, 0 where it is not known, as for videos.
    public var frameCount = 1
    /// What is special about it.
    public var traits: Traits = []
    /// The codec of the first video track, such as `h264`, or of the sound where there is no video.
    public var codec: String?
    /// The codec of the first sound, such as `aac`.
    public var audioCodec: String?
    /// How a video's pixels are stored, in FFmpeg's words, such as `yuv420p`.
    public var pixelFormat: String?
    /// Frames that a video shows in a second, on average.
    public var frameRate: Double?
    /// Frames that the camera took in a second, where it says so (Android's `com.android.capture.fps`).
    public var captureRate: Double?
    /// Seconds that a picture was exposed (EXIF ExposureTime).
    public var exposureTime: Double?
    /// What Apple's stills and videos of one live photo share (MakerNote 0x0011, QuickTime content identifier).
    public var contentIdentifier: String?
    /// What Apple's pictures of one burst share (MakerNote 0x000B).
    public var burstIdentifier: String?
    /// Where in a picture's file the video of a motion photo stands (Google, Samsung).
    public var motionVideo: Range<Int64>?
    /// What only a look at one asset needs.
    public var details = MediaDetails()
    /// What was looked at for the answers, in the order in which it counts.
    public var evidence: [Evidence] = []
    /// What it holds.
    public var fingerprint: Fingerprint
    /// What is odd about it.
    public var problems: [Problem] = []

    /// Makes the metadata of content of which only the type is known.
    public init(contentType: String, kind: Kind, fingerprint: Fingerprint) {
        self.contentType = contentType
        self.kind = kind
        self.fingerprint = fingerprint
    }
}
