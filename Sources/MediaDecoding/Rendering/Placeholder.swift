import CVips
import FoundationEssentials
import Platform

/// What is shown of a picture before its thumbnail has come: a `ThumbHash`, as text.
enum Placeholder {
    /// The longer side of the pixels that it is made of: four for each wave of the finest term.
    private static let side = 32

    /// Makes it of the small JPEG that a camera put into a file; nil where that does not show the picture.
    /// - Parameters:
    ///   - size: size of the file's picture, before it is turned.
    ///   - orientation: how both have to be turned, as Exif counts.
    static func make(
        embedded thumbnail: UnsafeRawBufferPointer, in size: PixelSize, orientation: Int
    ) -> String? {
        guard let whole = PictureHeader(thumbnail, format: .jpeg)?.size,
            let shown = EmbeddedThumbnail.shownSize(of: whole, in: size)
        else { return nil }
        let shrink = RenderTarget(RenderRequest(size: PixelSize(width: side, height: side)), of: whole)
            .jpegShrink(of: whole)
        guard let small = SmallPicture(jpeg: thumbnail, shrink: shrink) else { return nil }
        let width = min(max(shown.width / shrink, 1), small.size.width)
        let height = min(max(shown.height / shrink, 1), small.size.height)
        let upright = small.middle(PixelSize(width: width, height: height)).upright(orientation)
        return text(of: ThumbHash.make(upright.pixels, upright.size))
    }

    /// Makes it of a picture in memory.
    static func make(_ picture: borrowing VipsPicture) -> String? {
        guard let small = picture.applying({ cvips_reduce($0, CInt(side), &$1) }) else {
            VipsPicture.clearError()
            return nil
        }
        return hash(small)
    }

    private static func hash(_ picture: borrowing VipsPicture) -> String? {
        var count = 0
        guard let pixels = cvips_rgb(picture.image, &count) else {
            VipsPicture.clearError()
            return nil
        }
        defer { g_free(pixels) }
        return text(of: ThumbHash.make(Array(UnsafeRawBufferPointer(start: pixels, count: count)), picture.size))
    }

    private static func text(of hash: [UInt8]) -> String? { hash.isEmpty ? nil : Data(hash).base64EncodedString() }
}
