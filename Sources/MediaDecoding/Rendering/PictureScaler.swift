import CFFmpeg
import CVips
import Platform

/// Shrinks pictures of 8-bit RGB by libswscale, which takes a fourth of the time that libvips 8.14 takes.
enum PictureScaler {
    /// The most pixels of a picture that is held in memory as a whole: 100 MB.
    private static let mostPixels = 1 << 25
    /// By how much a side is shrunk at most, and the shortest one to shrink to: libswscale 6.7 reads outside its memory where
    /// some hundred pixels become one. JPEGs are shrunk as they are read, so that hardly any needs more.
    private static let mostShrink = 8, shortestSide = 16

    /// Shrinks a picture into a box, or to cover it; nil where it is of another kind, no larger or too large, which libvips
    /// has to look after.
    static func shrink(
        _ picture: borrowing VipsPicture, into box: PixelSize, fills: Bool
    ) throws(DecodeFailure) -> VipsPicture? {
        let whole = picture.size
        let across = Double(box.width) / Double(whole.width), down = Double(box.height) / Double(whole.height)
        let scale = fills ? max(across, down) : min(across, down)
        let size = PixelSize(
            width: Int((Double(whole.width) * scale).rounded()), height: Int((Double(whole.height) * scale).rounded()))
        guard scale < 1, scale * Double(mostShrink) > 1, min(size.width, size.height) >= shortestSide,
            whole.width * whole.height <= mostPixels, cvips_is_rgb(picture.image) != 0
        else { return nil }
        guard
            let scaler = cffmpeg_scaler_begin(
                CInt(whole.width), CInt(whole.height), CInt(size.width), CInt(size.height))
        else { return nil }
        defer { cffmpeg_scaler_free(scaler) }
        // One computes the next rows while others are scaled; more would only wait for a loader that gives them in order.
        VipsPicture.useThreads(1)
        guard cvips_rows(picture.image, cffmpeg_scaler_add, UnsafeMutableRawPointer(scaler)) == 0 else {
            throw DecodeFailure(.damaged, VipsPicture.takeError())
        }
        let scaled = UnsafeMutableRawPointer.allocate(byteCount: size.width * size.height * 3, alignment: 16)
        defer { scaled.deallocate() }
        guard cffmpeg_scaler_finish(scaler, scaled) == 0 else { throw DecodeFailure(.damaged, "it can't be scaled") }
        return picture.applying { cvips_replace($0, scaled, CInt(size.width), CInt(size.height), &$1) }
    }
}
