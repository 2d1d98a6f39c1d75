public import Platform

/// How a picture is asked for.
public struct RenderRequest: Hashable, Sendable {
    /// How the picture meets the target (PhotoKit's `PHImageContentMode`).
    public enum ContentMode: UInt8, Sendable, CaseIterable {
        /// The whole picture, within the target.
        case aspectFit
        /// The picture's middle, cut so that it covers the target.
        case aspectFill
    }

    /// What the picture is encoded as.
    public enum Format: UInt8, Sendable, CaseIterable {
        /// JPEG; what is transparent turns white.
        case jpeg
        /// WebP with alpha.
        case webp
        /// AVIF with alpha.
        case avif
        /// PNG with alpha.
        case png

        /// The media type (RFC 6838).
        public var contentType: String {
            switch self {
            case .jpeg: "image/jpeg"
            case .webp: "image/webp"
            case .avif: "image/avif"
            case .png: "image/png"
            }
        }
    }

    /// Frames from all over a video, at equal distances.
    public struct FrameSequence: Hashable, Sendable {
        /// How many a sequence may have: a video's poster may take a second to decode, and these a few.
        public static let counts = 2...32

        /// How many.
        public let count: Int
        /// Whether they follow each other in time, rather than from left to right.
        public let isAnimated: Bool

        /// Makes a sequence; the count is held within `counts`.
        public init(count: Int, isAnimated: Bool) {
            self.count = min(max(count, Self.counts.lowerBound), Self.counts.upperBound)
            self.isAnimated = isAnimated
        }
    }

    /// The largest side that can be asked for, in pixels: an 8K screen's width.
    public static let largestSide = 8192

    /// The target in pixels; a picture is never enlarged to reach it.
    public let size: PixelSize
    /// How the picture meets the target.
    public let mode: ContentMode
    /// What it is encoded as.
    public let format: Format
    /// Quality of the lossy encoders, 1 to 100.
    public let quality: Int
    /// The part of the upright picture that is shown; all of it where it is nil.
    public let crop: CropArea?
    /// Whether the small picture that cameras put into their files will do, where there is one.
    public let isDraft: Bool
    /// Milliseconds into a video; nil for the frame that stands for it.
    public let time: Int?
    /// Many frames of a video in place of one; nil for one.
    public let sequence: FrameSequence?
    /// Whether colours beyond sRGB are kept, as Display P3, where the file's profile may have them.
    public let isWide: Bool
    /// Quarter turns clockwise of what is shown, 0 to 3.
    public let turns: Int
    /// Whether the picture is to stand for the file: in full size, with its colour profile and its metadata.
    public let isCopy: Bool

    /// Makes a request; sides are held within 1 and `largestSide`, the quality within 1 and 100.
    public init(
        size: PixelSize, mode: ContentMode = .aspectFit, format: Format = .jpeg, quality: Int = 75,
        crop: CropArea? = nil, time: Int? = nil, sequence: FrameSequence? = nil, isWide: Bool = false,
        isDraft: Bool = false
    ) {
        let sides = 1...Self.largestSide
        self.size = PixelSize(
            width: min(max(size.width, sides.lowerBound), sides.upperBound),
            height: min(max(size.height, sides.lowerBound), sides.upperBound))
        self.mode = mode
        self.format = format
        self.quality = min(max(quality, 1), 100)
        self.crop = crop
        self.time = time.map { min(max($0, 0), Int(Int32.max)) }
        self.sequence = sequence
        self.isWide = isWide
        self.isDraft = isDraft
        turns = 0
        isCopy = false
    }

    /// Asks for a picture that stands for the file where only a part of it is wanted, or another side up.
    /// - Parameters:
    ///   - crop: the part of the upright picture that is kept; all of it where it is nil.
    ///   - turns: quarter turns clockwise of what is kept, 0 to 3.
    public init(copyOf crop: CropArea?, turns: Int, format: Format) {
        let side = Int(UInt16.max)
        size = PixelSize(width: side, height: side)
        mode = .aspectFit
        self.format = format
        quality = Self.copyQuality
        self.crop = crop
        time = nil
        sequence = nil
        isWide = false
        isDraft = false
        self.turns = turns & 3
        isCopy = true
    }

    /// Whether it asks for what only a video or an animation has.
    public var isMoving: Bool { time != nil || sequence != nil }

    /// The same in another size.
    public func resized(to size: PixelSize, isDraft: Bool = false) -> RenderRequest {
        RenderRequest(
            size: size, mode: mode, format: format, quality: quality, crop: crop, time: time, sequence: sequence,
            isWide: isWide,
            isDraft: isDraft)
    }

    /// A copy shows no trace of being encoded once more (libjpeg's scale, on which cameras use 90 to 97).
    private static let copyQuality = 95
}
