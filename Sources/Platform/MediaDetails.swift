/// Facts that only a look at one asset needs, sent and kept as one small block.
public struct MediaDetails: Hashable, Sendable {
    /// The facts that are numbers; the raw values stand in blocks and never change.
    public enum Number: UInt8, Sendable, CaseIterable {
        /// Degrees clockwise from north that the camera looked to (EXIF GPSImgDirection).
        case direction = 1
        /// The aperture (EXIF FNumber).
        case fNumber = 2
        /// The sensitivity (EXIF PhotographicSensitivity).
        case isoSpeed = 3
        /// Millimetres (EXIF FocalLength).
        case focalLength = 4
        /// Bits of one channel of one pixel.
        case bitDepth = 5
        /// Frames of an animation.
        case frameCount = 6
        /// How much wider than tall a video's pixels are stored (ISO/IEC 14496-12, PixelAspectRatioBox); none where they
        /// are square.
        case pixelAspect = 7
    }

    /// The facts that are words; the raw values stand in blocks and never change.
    public enum Text: UInt8, Sendable, CaseIterable {
        /// The program that wrote the file last (EXIF Software).
        case software = 64
        /// The name of the colour profile, or what EXIF ColorSpace says.
        case colorSpace = 65
        /// How more light than a common screen shows is stored: `gainMap`, `pq`, `hlg`.
        case hdr = 66
        /// How a panorama is laid out (GPano:ProjectionType).
        case projection = 67
        /// How exactly the date is known: `fraction`, `second`, `day`.
        case datePrecision = 68
        /// See `MediaDetails.regions`.
        case regions = 69
        /// A ThumbHash of the picture, in base 64.
        case thumbHash = 70
    }

    private var numbers: [Number: Double] = [:]
    private var texts: [Text: String] = [:]

    /// Makes details of which nothing is known.
    public init() {}

    /// A number; nil where it is not known. What is not finite is not kept.
    public subscript(number: Number) -> Double? {
        get { numbers[number] }
        set { numbers[number] = newValue.flatMap { $0.isFinite ? $0 : nil } }
    }

    /// A text; nil where it is not known.
    public subscript(text: Text) -> String? {
        get { texts[text] }
        set { texts[text] = newValue }
    }

    /// The facts as bytes: for each its raw value, the length of what follows in two bytes, the lower first, and the
    /// bits of the number or the UTF-8 of the text.
    public var block: [UInt8] {
        var block: [UInt8] = []
        func append(_ tag: UInt8, _ bytes: some Collection<UInt8>) {
            let count = UInt16(clamping: bytes.count)
            block += [tag, UInt8(count & 0xFF), UInt8(count >> 8)] + bytes.prefix(Int(count))
        }
        for number in Number.allCases {
            guard let value = numbers[number] else { continue }
            append(number.rawValue, withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) })
        }
        for text in Text.allCases {
            if let value = texts[text] { append(text.rawValue, value.utf8) }
        }
        return block
    }

    /// Reads a block; facts that a later program wrote are passed over, and what is cut short is left out.
    public init(block: some Collection<UInt8>) {
        var rest = Array(block)[...]
        while rest.count >= 3 {
            let start = rest.startIndex
            let count = Int(rest[start + 1]) | Int(rest[start + 2]) << 8
            let bytes = rest.dropFirst(3).prefix(count)
            guard bytes.count == count else { return }
            if let number = Number(rawValue: rest[start]), count == 8 {
                self[number] = Double(bitPattern: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
            } else if let text = Text(rawValue: rest[start]) {
                self[text] = String(decoding: bytes, as: UTF8.self)
            }
            rest = rest.dropFirst(3 + count)
        }
    }
}
