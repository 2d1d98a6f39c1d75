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
        switch format {
        case .container where request.isCopy: throw DecodeFailure(.unsupported, "copies are made of pictures alone")
        case .container(_, let demuxer): return try video(content, 0..<content.size, demuxer, request)
        case _ where request.isMoving: return try moving(content, request)
        case .bmp:
            try content.withBytes { bytes throws(DecodeFailure) in
                if let header = PictureHeader(bytes, format: format) { try PictureRenderer.check(header.size, format) }
            }
            return try video(content, 0..<content.size, "bmp_pipe", request)
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

    private static func video(
        _ content: borrowing FileContent, _ part: Range<Int64>, _ demuxer: String, _ request: RenderRequest
    ) throws(DecodeFailure) -> RenderedImage {
        try VideoRenderer.render(VideoReader(content.descriptor, part: part, demuxer: demuxer), request)
    }

    /// What moves of a picture: the video in the file of a motion photo, or the picture itself.
    private static func moving(
        _ content: borrowing FileContent, _ request: RenderRequest
    ) throws(DecodeFailure) -> RenderedImage {
        let format = content.format
        if request.sequence?.isAnimated == true, format == .gif || format == .webp {
            return try content.withBytes { bytes throws(DecodeFailure) in
                try AnimationRenderer.render(bytes, format: format, request)
            }
        }
        guard let part = try MetadataReader.motionVideo(content) else {
            throw DecodeFailure(.unsupported, "there is no video in the file")
        }
        return try video(content, part, "mov", request)
    }
}
