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
        if request.time != nil || request.sequence != nil {
            guard case .container = format else {
                throw DecodeFailure(.unsupported, "only videos have frames at a time")
            }
        }
        switch format {
        case .container where request.isCopy: throw DecodeFailure(.unsupported, "copies are made of pictures alone")
        case .container(_, let demuxer): return try VideoRenderer.render(content, demuxer: demuxer, request)
        case .bmp:
            try content.withBytes { bytes throws(DecodeFailure) in
                if let header = PictureHeader(bytes, format: format) { try PictureRenderer.check(header.size, format) }
            }
            return try VideoRenderer.render(content, demuxer: "bmp_pipe", request)
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
}
