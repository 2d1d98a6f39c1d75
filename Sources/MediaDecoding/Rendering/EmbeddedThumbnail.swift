import Platform

/// The small picture that cameras put into the Exif data of their files.
enum EmbeddedThumbnail {
    /// Renders it upright; nil where there is none that shows the whole picture.
    /// - Parameter picture: the file's own picture, of which nothing but the header is read.
    static func render(_ picture: borrowing VipsPicture, _ request: RenderRequest) -> RenderedImage? {
        let bytes = picture.embeddedThumbnail
        guard bytes.count > 0, let thumbnail = VipsPicture(header: bytes),
            let shown = shownSize(of: thumbnail.size, in: picture.size)
        else {
            VipsPicture.clearError()
            return nil
        }
        let orientation = picture.orientation
        let upright = orientation > 4 ? PixelSize(width: shown.height, height: shown.width) : shown
        let fitted = fit(upright, request)
        let filled = RenderRequest(
            size: fitted, mode: .aspectFill, format: request.format, quality: request.quality)
        return try? PictureRenderer.render(bytes, format: .jpeg, orientation: orientation, filled)
    }

    /// The part of a thumbnail that shows the picture: many have black bars, since they are 4:3 whatever the picture is.
    /// Nil where it is of another shape altogether, as it is when a program cut the picture and left the thumbnail.
    static func shownSize(of thumbnail: PixelSize, in picture: PixelSize) -> PixelSize? {
        guard thumbnail.width > 0, thumbnail.height > 0, picture.width > 0, picture.height > 0,
            (thumbnail.width >= thumbnail.height) == (picture.width >= picture.height)
        else { return nil }
        let height = (Double(thumbnail.width) * Double(picture.height) / Double(picture.width)).rounded()
        let width = (Double(thumbnail.height) * Double(picture.width) / Double(picture.height)).rounded()
        let shown =
            Int(height) <= thumbnail.height
            ? PixelSize(width: thumbnail.width, height: Int(height))
            : PixelSize(width: Int(width), height: thumbnail.height)
        // Bars make up a quarter where a 16:9 picture has a 4:3 thumbnail.
        let isLikely = shown.width * shown.height * 10 >= thumbnail.width * thumbnail.height * 7
        return isLikely && shown.width > 0 && shown.height > 0 ? shown : nil
    }

    private static func fit(_ size: PixelSize, _ request: RenderRequest) -> PixelSize {
        if request.mode == .aspectFill {
            return PixelSize(width: min(size.width, request.size.width), height: min(size.height, request.size.height))
        }
        let scale = min(
            Double(request.size.width) / Double(size.width), Double(request.size.height) / Double(size.height), 1)
        return PixelSize(
            width: max(Int((Double(size.width) * scale).rounded()), 1),
            height: max(Int((Double(size.height) * scale).rounded()), 1))
    }
}
