/// Which crop a picker offers for each picked asset.
public enum CropRule: Sendable, Hashable, Codable {
    /// None; a crop is refused.
    case none
    /// Any rectangle.
    case free
    /// A rectangle of this width to this height, in pixels of the picture; 1 to 1 is a square. Pickers keep to it.
    case ratio(width: Int, height: Int)
}
