import CVips
import Platform

/// Shrinks a picture in memory as a request asks for, by what is quickest for its kind.
struct PictureShrinker {
    /// The whole file.
    let bytes: UnsafeRawBufferPointer
    let format: MediaFormat
    /// How the result will be turned by others, as Exif counts; nil where it is to be turned here, as the file says.
    let orientation: Int?
    /// What colours are converted to; nil where they need no conversion.
    let profile: String?
    /// Size of the picture once it is upright.
    let upright: PixelSize
    let target: RenderTarget

    /// Shrinks it; nil where libvips has an error.
    /// - Parameter isStrict: whether damage is an error, rather than shown as far as it goes.
    func shrink(isStrict: Bool) throws(DecodeFailure) -> VipsPicture? {
        if format == .jpeg { return try shrinkJPEG(isStrict: isStrict) }
        if format == .png, isStrict, let picture = VipsPicture(header: bytes, isStrict: true),
            let small = try PictureScaler.shrink(picture, into: storedBox(picture), fills: target.fills)
        {
            return finish(small)
        }
        let box = target.box(orientation: orientation ?? 1)
        var result: UnsafeMutablePointer<VipsImage>?
        let code = cvips_thumbnail(
            bytes.baseAddress, bytes.count, CInt(box.width), CInt(box.height), target.fills ? 1 : 0,
            orientation == nil ? 0 : 1, profile, isStrict ? 1 : 0, 1, &result)
        return code == 0 ? VipsPicture(owning: result) : nil
    }

    /// Shrinks a JPEG as far as possible while it is read.
    private func shrinkJPEG(isStrict: Bool) throws(DecodeFailure) -> VipsPicture? {
        let shrink = target.jpegShrink(of: upright)
        var opened: UnsafeMutablePointer<VipsImage>?
        guard cvips_open_jpeg(bytes.baseAddress, bytes.count, CInt(shrink), isStrict ? 1 : 0, &opened) == 0,
            let picture = VipsPicture(owning: opened)
        else { return nil }
        if isStrict,
            let small = try PictureScaler.shrink(
                jpeg: bytes, by: shrink, like: picture, into: storedBox(picture), fills: target.fills)
        {
            return finish(small)
        }
        return finish(picture)
    }

    /// The box as the picture lies before it is turned.
    private func storedBox(_ picture: borrowing VipsPicture) -> PixelSize {
        target.box(orientation: orientation ?? picture.orientation)
    }

    /// Has libvips turn a picture, convert its colours and cut off what is over; and shrink it where it is too large still.
    private func finish(_ picture: borrowing VipsPicture) -> VipsPicture? {
        let box = target.box(orientation: orientation ?? 1)
        return picture.applying {
            cvips_thumbnail_image(
                $0, CInt(box.width), CInt(box.height), target.fills ? 1 : 0, orientation == nil ? 0 : 1, profile, &$1)
        }
    }
}
