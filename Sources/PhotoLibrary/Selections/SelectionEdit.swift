/// What a person did to one picked asset. The file itself is never changed.
public struct SelectionEdit: Sendable, Hashable, Codable {
    /// The part of the upright picture to keep; nil for all of it.
    public var crop: CropRectangle?
    /// Degrees clockwise by which what was kept is turned: 0, 90, 180 or 270.
    public var rotation = 0
    /// The frame of a live photo or video that stands for it, in seconds from the start; nil for the one that it has.
    public var frameTime: Double?
    /// Whether the person asked for the file as it is, rather than something smaller made of it.
    public var wantsOriginal = false

    /// Makes an edit that changes nothing.
    public init() {}

    /// Whether pixels differ from the asset's own.
    public var changesPicture: Bool { crop != nil || rotation != 0 || frameTime != nil }
}
