import CExiv
import CLibRaw
import Platform

/// Renders RAW files: by the previews in them, which the camera developed, else by what the sensor saw.
enum RAWRenderer {
    private struct Preview {
        let request: RenderRequest
        /// The longer side of the preview in pixels.
        var side = 0
        /// Nil where the file holds no preview.
        var result: Result<RenderedImage, DecodeFailure>?
    }

    /// Renders the smallest preview that is large enough, turned as the file says. Where all are smaller than what is
    /// asked for, or none is there, the sensor data is developed if that gives more pixels.
    static func render(
        _ bytes: UnsafeRawBufferPointer, _ request: RenderRequest
    ) throws(DecodeFailure) -> RenderedImage {
        let preview = preview(bytes, request)
        let isEnough = preview.side >= max(request.size.width, request.size.height)
        if isEnough, case .success(let image) = preview.result { return image }
        do throws(DecodeFailure) {
            return try developed(bytes, largerThan: preview.side, request)
        } catch {
            if let result = preview.result { return try result.get() }
            throw error
        }
    }

    private static func preview(_ bytes: UnsafeRawBufferPointer, _ request: RenderRequest) -> Preview {
        var preview = Preview(request: request)
        withUnsafeMutablePointer(to: &preview) { preview in
            // A preview must do for either side: which way the picture is turned is not known yet.
            let side = UInt32(max(request.size.width, request.size.height))
            cexiv_preview(
                bytes.baseAddress, bytes.count, side, side,
                { context, start, count, orientation in
                    guard let preview = context?.assumingMemoryBound(to: Preview.self) else { return }
                    let bytes = UnsafeRawBufferPointer(start: start, count: count)
                    let size = PictureHeader(bytes, format: .jpeg)?.size
                    preview.pointee.side = size.map { max($0.width, $0.height) } ?? 0
                    preview.pointee.result = Result { () throws(DecodeFailure) in
                        try PictureRenderer.render(
                            bytes, format: .jpeg, orientation: Int(orientation), preview.pointee.request)
                    }
                }, preview)
        }
        return preview
    }

    /// What the sensor saw, or the picture itself where it stands there as in any TIFF (a linear DNG).
    private static func developed(
        _ bytes: UnsafeRawBufferPointer, largerThan side: Int, _ request: RenderRequest
    ) throws(DecodeFailure) -> RenderedImage {
        if let directory = TIFFDirectory(bytes), directory.isDNG, directory.isOfPicture {
            return try PictureRenderer.render(bytes, format: .tiff, request)
        }
        var picture = clibraw_picture()
        var reason: UnsafePointer<CChar>?
        let result = clibraw_develop(
            bytes.baseAddress, bytes.count, CInt(clamping: side), Int64(PictureRenderer.mostPixels), &picture, &reason)
        defer { clibraw_free(&picture) }
        switch result {
        case CLIBRAW_DONE: break
        case CLIBRAW_TOO_LARGE: throw DecodeFailure(.tooLarge, "more pixels than are decoded")
        case CLIBRAW_TOO_SMALL: throw DecodeFailure(.unsupported, "the RAW file holds no larger picture")
        default:
            let detail = reason.map { String(cString: $0) } ?? ""
            throw DecodeFailure(.unsupported, "the RAW file holds no preview and can't be developed: \(detail)")
        }
        guard let pixels = picture.pixels else { throw DecodeFailure(.damaged, "no picture") }
        return try PictureRenderer.render(
            pixels: pixels, size: PixelSize(width: Int(picture.width), height: Int(picture.height)), turns: 0,
            isPartial: false, request)
    }
}
