import CFFmpeg
import Platform

/// Renders one picture of a file of any kind.
enum Renderer {
    /// Renders an open file.
    static func render(
        _ descriptor: FileDescriptor.Box, _ request: RenderRequest
    ) throws(DecodeFailure) -> RenderedImage {
        let content = try FileContent(descriptor)
        let image = try render(content, request)
        guard request.isCopy else { return image }
        // What libvips loads has its metadata already; of a RAW file the preview alone was loaded.
        guard case .raw = content.format else { return try PictureCopy.correct(image, source: nil) }
        return try content.withBytes { bytes throws(DecodeFailure) in
            try PictureCopy.correct(image, source: bytes)
        }
    }

    private static func render(
        _ content: borrowing FileContent, _ request: RenderRequest
    ) throws(DecodeFailure) -> RenderedImage {
        let format = content.format
        if request.time != nil {
            guard case .container = format else {
                throw DecodeFailure(.unsupported, "only videos have frames at a time")
            }
        }
        switch format {
        case .container where request.isCopy: throw DecodeFailure(.unsupported, "copies are made of pictures alone")
        case .container(_, let demuxer): return try poster(content, demuxer: demuxer, request)
        case .bmp:
            try content.withBytes { bytes throws(DecodeFailure) in
                if let header = PictureHeader(bytes, format: format) { try PictureRenderer.check(header.size, format) }
            }
            return try poster(content, demuxer: "bmp_pipe", request)
        case .raw:
            return try content.withBytes { bytes throws(DecodeFailure) in try RAWRenderer.render(bytes, request) }
        case .sidecar(let contentType), .unsupported(let contentType):
            throw DecodeFailure(.unsupported, "\(contentType) is not decoded")
        default:
            return try content.withBytes { bytes throws(DecodeFailure) in
                try PictureRenderer.render(bytes, format: format, request)
            }
        }
    }

    /// The frame that stands for a video, or that at a time.
    private static func poster(
        _ content: FileContent, demuxer: String, _ request: RenderRequest
    ) throws(DecodeFailure) -> RenderedImage {
        var frame = cffmpeg_frame()
        let code = cffmpeg_read_frame(
            content.descriptor.descriptor.number, content.size, demuxer, request.time.map { Int64($0) * 1000 } ?? -1,
            Int64(PictureRenderer.mostPixels), &frame)
        defer { cffmpeg_free(&frame) }
        switch code {
        case 0: break
        case CInt(CFFMPEG_NO_VIDEO.rawValue): throw DecodeFailure(.unsupported, "no video track, so no picture")
        case CInt(CFFMPEG_TOO_LARGE.rawValue): throw DecodeFailure(.tooLarge, "more pixels than are decoded")
        default: throw DecodeFailure(.damaged, ContainerMetadata.describe(code))
        }
        guard let pixels = frame.pixels else { throw DecodeFailure(.damaged, "no frame") }
        let size = PixelSize(width: Int(frame.width), height: Int(frame.height))
        return try PictureRenderer.render(
            pixels: pixels, size: size, turns: frame.turns, isPartial: frame.is_partial == 1, request)
    }
}
