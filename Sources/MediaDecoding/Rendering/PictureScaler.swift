import CFFmpeg
import CVips
import Platform

/// Shrinks pictures of 8-bit RGB by libswscale, which takes a fourth of the time that libvips 8.14 takes.
enum PictureScaler {
    /// The most pixels of a picture that is held in memory as a whole, twice: 200 MB.
    private static let mostPixels = 1 << 25

    /// Shrinks a picture into a box, or to cover it; nil where it is of another kind, no larger or too large, which libvips
    /// has to look after.
    static func shrink(
        _ picture: borrowing VipsPicture, into box: PixelSize, fills: Bool
    ) throws(DecodeFailure) -> VipsPicture? {
        let whole = picture.size
        let across = Double(box.width) / Double(whole.width), down = Double(box.height) / Double(whole.height)
        let scale = fills ? max(across, down) : min(across, down)
        guard scale < 1, whole.width * whole.height <= mostPixels, cvips_is_rgb(picture.image) != 0 else { return nil }
        let size = PixelSize(
            width: max(Int((Double(whole.width) * scale).rounded()), 1),
            height: max(Int((Double(whole.height) * scale).rounded()), 1))
        var count = 0
        guard let pixels = cvips_rgb(picture.image, &count) else {
            throw DecodeFailure(.damaged, VipsPicture.takeError())
        }
        defer { g_free(pixels) }
        let scaled = UnsafeMutableRawPointer.allocate(byteCount: size.width * size.height * 3, alignment: 16)
        defer { scaled.deallocate() }
        let code = cffmpeg_scale(
            pixels, CInt(whole.width), CInt(whole.height), scaled, CInt(size.width), CInt(size.height))
        guard code == 0 else { throw DecodeFailure(.damaged, "it can't be scaled") }
        return picture.applying { cvips_replace($0, scaled, CInt(size.width), CInt(size.height), &$1) }
    }
}
