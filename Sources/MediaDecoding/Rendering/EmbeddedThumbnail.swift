import CVips
import Platform

/// The small picture that cameras put into their files: into the Exif data, or beside the large one in HEIF.
enum EmbeddedThumbnail {
    /// Renders it upright; nil where there is none that shows the whole picture.
    /// - Parameters:
    ///   - picture: the file's own picture, of which nothing but the header is read.
    ///   - bytes: the whole file.
    static func render(
        _ picture: borrowing VipsPicture, _ bytes: UnsafeRawBufferPointer, format: MediaFormat, _ request: RenderRequest
    ) -> RenderedImage? {
        if format.isHEIF {
            guard let thumbnail = open(heif: bytes, in: picture.size),
                let shown = shownSize(of: thumbnail.size, in: picture.size)
            else { return nil }
            return try? PictureRenderer.render(thumbnail, request.showing(shown, of: thumbnail.size))
        }
        let bytes = picture.embeddedThumbnail
        guard bytes.count > 0, let thumbnail = VipsPicture(header: bytes),
            let shown = shownSize(of: thumbnail.size, in: picture.size)
        else {
            VipsPicture.clearError()
            return nil
        }
        let orientation = picture.orientation
        func upright(_ size: PixelSize) -> PixelSize {
            orientation > 4 ? PixelSize(width: size.height, height: size.width) : size
        }
        return try? PictureRenderer.render(
            bytes, format: .jpeg, orientation: orientation,
            request.showing(upright(shown), of: upright(thumbnail.size)))
    }

    /// Opens that of a HEIF file, which is turned as the file's own picture is; nil where there is none that shows the whole
    /// picture.
    static func open(heif bytes: UnsafeRawBufferPointer, in size: PixelSize) -> VipsPicture? {
        var opened: UnsafeMutablePointer<VipsImage>?
        guard cvips_open_heif_thumbnail(bytes.baseAddress, bytes.count, &opened) == 0,
            let thumbnail = VipsPicture(owning: opened)
        else {
            VipsPicture.clearError()
            return nil
        }
        guard thumbnail.size != size, shownSize(of: thumbnail.size, in: size) != nil else { return nil }
        return thumbnail
    }

    /// The part of a thumbnail that shows the picture: many have black bars, since they are 4:3 whatever the picture is.
    /// Nil where it is of another shape altogether, as it is when a program cut the picture and left the thumbnail.
    static func shownSize(of thumbnail: PixelSize, in picture: PixelSize) -> PixelSize? {
        guard thumbnail.width > 0, thumbnail.height > 0, picture.width > 0, picture.height > 0,
            (thumbnail.width >= thumbnail.height) == (picture.width >= picture.height)
        else { return nil }
        let height = (Double(thumbnail.width) * Double(picture.height) / Double(picture.width)).rounded()
        // A row too few or too many is what rounding gave.
        if abs(Int(height) - thumbnail.height) <= 1 { return thumbnail }
        let width = (Double(thumbnail.height) * Double(picture.width) / Double(picture.height)).rounded()
        let shown =
            Int(height) <= thumbnail.height
            ? PixelSize(width: thumbnail.width, height: Int(height))
            : PixelSize(width: Int(width), height: thumbnail.height)
        // Bars make up a quarter where a 16:9 picture has a 4:3 thumbnail.
        let isLikely = shown.width * shown.height * 10 >= thumbnail.width * thumbnail.height * 7
        return isLikely && shown.width > 0 && shown.height > 0 ? shown : nil
    }
}

extension RenderRequest {
    /// What asks for the same of a thumbnail whose middle alone shows the picture.
    fileprivate func showing(_ shown: PixelSize, of thumbnail: PixelSize) -> RenderRequest {
        func shares(_ part: Int, of whole: Int, _ start: Int?, _ length: Int?) -> (start: Int, length: Int) {
            let used = CropArea.whole * part / whole
            let from = (CropArea.whole - used) / 2 + (start ?? 0) * used / CropArea.whole
            let most = (length ?? CropArea.whole) * used / CropArea.whole
            return (min(from, CropArea.whole - 1), max(most, 1))
        }
        let across = shares(shown.width, of: thumbnail.width, crop?.left, crop?.width)
        let down = shares(shown.height, of: thumbnail.height, crop?.top, crop?.height)
        let area = CropArea(left: across.start, top: down.start, width: across.length, height: down.length)
        return RenderRequest(
            size: size, mode: mode, format: format, quality: quality,
            crop: shown == thumbnail && crop == nil ? nil : area,
            isWide: isWide)
    }
}
