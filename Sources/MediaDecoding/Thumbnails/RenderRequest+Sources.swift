public import Platform

/// Pictures that are made of larger ones of ours, so that the original is decoded once for many sizes.
extension RenderRequest {
    /// How much larger on each side, in tenths, another picture must be for this one to be made of it: what its encoding
    /// lost hardly shows then, and of a photo of 3:2 within 512 pixels a square of 256 can be made.
    private static let margin = 13

    /// The cell of a grid on a dense screen, for which `base` is made.
    private static let cell = 256
    /// Longer sides of `base`: few, since thumbnails of that size are asked for by themselves, too.
    private static let baseSides = [512, 768, 1024, 1600]

    /// What is made of every picture ahead of any request: so large that the squares of a grid can be made of it, which takes
    /// more pixels the longer the picture's one side is against the other. Its picture comes with a placeholder.
    /// - Parameter size: size of the original; nil where nobody knows.
    public static func base(of size: PixelSize?) -> RenderRequest {
        let (long, short) = size.map { (max($0.width, $0.height), min($0.width, $0.height)) } ?? (1, 1)
        let side = baseSides.first { $0 * short * 10 >= cell * margin * long } ?? baseSides[baseSides.count - 1]
        return RenderRequest(size: PixelSize(width: side, height: side))
    }

    /// Pictures that this one can be made of, as far as they were made; the smallest first.
    var sources: [RenderRequest] {
        guard crop == nil, sequence == nil, !isDraft, !isCopy else { return [] }
        let longer = max(size.width, size.height)
        var sources: [RenderRequest] = []
        for side in ThumbnailLadder.sides where side * 10 >= longer * Self.margin {
            let square = RenderRequest(size: PixelSize(width: side, height: side))
            sources.append(resized(to: ThumbnailLadder.scaled(size, to: side)))
            if time == nil, !isWide, sources.last != square { sources.append(square) }
        }
        return sources
    }

    /// Whether this one can be made of a picture that another request gave.
    func canBeMade(of image: RenderedImage, _ other: RenderRequest) -> Bool {
        guard !image.isPartial, !image.isFlattened || format == .jpeg else { return false }
        let size = image.pixelSize
        // A picture that is smaller than its box is as large as the original.
        if other.mode == .aspectFit, size.width < other.size.width, size.height < other.size.height { return true }
        return switch mode {
        case .aspectFit:
            max(size.width, size.height) * 10 >= Self.margin * max(self.size.width, self.size.height)
        case .aspectFill:
            size.width * 10 >= Self.margin * self.size.width && size.height * 10 >= Self.margin * self.size.height
        }
    }
}
