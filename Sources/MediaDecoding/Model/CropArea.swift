/// A rectangle within a picture, in ten-thousandths of its sides from the upper left corner.
public struct CropArea: Hashable, Sendable {
    /// The whole of a side.
    public static let whole = 10_000

    /// Where it begins from the left.
    public let left: Int
    /// Where it begins from the top.
    public let top: Int
    /// How wide it is.
    public let width: Int
    /// How high it is.
    public let height: Int

    /// Makes an area; nil where it is empty or leaves the picture.
    public init?(left: Int, top: Int, width: Int, height: Int) {
        let sides = 1...Self.whole
        guard left >= 0, top >= 0, sides.contains(width), sides.contains(height), left <= Self.whole - width,
            top <= Self.whole - height
        else { return nil }
        self.left = left
        self.top = top
        self.width = width
        self.height = height
    }
}
