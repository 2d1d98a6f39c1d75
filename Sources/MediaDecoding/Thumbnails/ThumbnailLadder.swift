public import Platform

/// The sizes that thumbnails are made in, so that clients with slightly different screens share them.
public enum ThumbnailLadder {
    /// The longer sides in pixels: each about a third more than the one before, up to a picker's largest preview.
    public static let sides = [32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1600, 2048, 3072, 4096]

    /// A box of the same shape whose longer side is the next on the ladder.
    public static func rounded(_ size: PixelSize) -> PixelSize {
        let longer = max(size.width, size.height)
        return scaled(size, to: sides.first { $0 >= longer } ?? longer)
    }

    /// Boxes of the same shape on the ladder below a size, the largest first.
    public static func below(_ size: PixelSize) -> [PixelSize] {
        sides.reversed().filter { $0 < max(size.width, size.height) }.map { scaled(size, to: $0) }
    }

    /// A box of the same shape with this longer side.
    public static func scaled(_ size: PixelSize, to side: Int) -> PixelSize {
        let longer = max(size.width, size.height)
        func part(_ length: Int) -> Int { max((length * side + longer / 2) / longer, 1) }
        return PixelSize(width: part(size.width), height: part(size.height))
    }
}
