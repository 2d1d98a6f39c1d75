/// A part of an upright picture, in fractions of its width and height from the upper left corner.
public struct CropRectangle: Sendable, Hashable, Codable {
    /// Left edge, 0 to 1.
    public let x: Double
    /// Upper edge, 0 to 1.
    public let y: Double
    /// Width, above 0.
    public let width: Double
    /// Height, above 0.
    public let height: Double

    /// What rounding to a few digits may leave an edge outside.
    private static let tolerance = 1e-6

    /// Makes a rectangle; nil where it is empty or not within the picture.
    public init?(x: Double, y: Double, width: Double, height: Double) {
        guard x >= 0, y >= 0, width > 0, height > 0, x + width <= 1 + Self.tolerance, y + height <= 1 + Self.tolerance
        else { return nil }
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
