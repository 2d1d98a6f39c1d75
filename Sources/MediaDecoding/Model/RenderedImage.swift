public import Platform

/// An encoded picture: upright, in sRGB, without metadata.
public struct RenderedImage: Hashable, Sendable {
    /// The encoded bytes.
    public let bytes: [UInt8]
    /// What they are encoded as.
    public let format: RenderRequest.Format
    /// Size in pixels.
    public let pixelSize: PixelSize
    /// Whether the file is damaged or cut short, so that a part of the picture is missing; such a picture is not to be
    /// kept for good.
    public let isPartial: Bool
    /// Whether what was transparent has turned white.
    public let isFlattened: Bool
    /// A ThumbHash of it in base 64; nil for most, see `RenderRequest.base(of:)`.
    public internal(set) var placeholder: String?

    /// Makes a picture of its encoded bytes.
    public init(
        bytes: [UInt8], format: RenderRequest.Format, pixelSize: PixelSize, isPartial: Bool = false,
        isFlattened: Bool = false, placeholder: String? = nil
    ) {
        self.bytes = bytes
        self.format = format
        self.pixelSize = pixelSize
        self.isPartial = isPartial
        self.isFlattened = isFlattened
        self.placeholder = placeholder
    }

    /// The media type (RFC 6838).
    public var contentType: String { format.contentType }
}
