import Platform

/// How a request is met from a picture of a certain size: into which box the whole is shrunk, and what is cut out then.
struct RenderTarget {
    /// A rectangle in pixels.
    struct Area: Equatable {
        let left: Int, top: Int
        let size: PixelSize
    }

    let request: RenderRequest
    /// The box for the whole upright picture.
    let box: PixelSize
    /// Whether the box is filled and what is over cut off, rather than the picture fitted into it.
    let fills: Bool
    /// Whether it is what is made of every such picture.
    let isBase: Bool

    /// - Parameter whole: size of the upright picture.
    init(_ request: RenderRequest, of whole: PixelSize) {
        self.request = request
        isBase = request == .base(of: whole)
        guard let crop = request.crop, whole.width > 0, whole.height > 0 else {
            box = request.size
            fills = request.mode == .aspectFill
            return
        }
        let across = Double(request.size.width) / (Double(whole.width) * Self.share(crop.width))
        let down = Double(request.size.height) / (Double(whole.height) * Self.share(crop.height))
        let scale = min(request.mode == .aspectFill ? max(across, down) : min(across, down), 1)
        box = PixelSize(
            width: max(Int((Double(whole.width) * scale).rounded()), 1),
            height: max(Int((Double(whole.height) * scale).rounded()), 1))
        fills = false
    }

    /// The box for the whole picture as it is stored, before it is turned as an Exif orientation says.
    func box(orientation: Int) -> PixelSize {
        orientation > 4 ? PixelSize(width: box.height, height: box.width) : box
    }

    /// By how much a JPEG can be shrunk while it is read, and still not be enlarged after that: 1, 2, 4 or 8
    /// (libjpeg's `scale_denom`).
    func jpegShrink(of whole: PixelSize) -> Int {
        let (across, down) = (whole.width / max(box.width, 1), whole.height / max(box.height, 1))
        // A side shorter than that would be gone.
        let scale = min(fills ? min(across, down) : max(across, down), whole.width, whole.height)
        return [8, 4, 2].first { $0 <= scale } ?? 1
    }

    /// What is cut out of the whole, shrunk picture; nil where nothing is cut off.
    func area(in shrunk: PixelSize) -> Area? {
        guard let crop = request.crop else { return nil }
        let left = min(Int(Double(shrunk.width) * Self.share(crop.left)), shrunk.width - 1)
        let top = min(Int(Double(shrunk.height) * Self.share(crop.top)), shrunk.height - 1)
        let width = Self.side(shrunk.width, crop.width, from: left)
        let height = Self.side(shrunk.height, crop.height, from: top)
        // Fitted it is small enough but for what rounding gave; filled, the middle is shown.
        let size = PixelSize(width: min(width, request.size.width), height: min(height, request.size.height))
        return Area(left: left + (width - size.width) / 2, top: top + (height - size.height) / 2, size: size)
    }

    private static func side(_ whole: Int, _ part: Int, from start: Int) -> Int {
        min(max(Int((Double(whole) * share(part)).rounded()), 1), whole - start)
    }

    private static func share(_ part: Int) -> Double { Double(part) / Double(CropArea.whole) }
}
