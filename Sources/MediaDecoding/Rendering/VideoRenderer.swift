import CFFmpeg
import CVips
import Platform

/// Renders frames of videos.
enum VideoRenderer {
    /// How long each frame of an animation is shown.
    private static let delayMilliseconds: CInt = 250

    /// Renders the frame that stands for a video, that at a time, or many.
    static func render(
        _ content: FileContent, demuxer: String, _ request: RenderRequest
    ) throws(DecodeFailure) -> RenderedImage {
        if let sequence = request.sequence {
            return try render(sequence, of: content, demuxer: demuxer, request)
        }
        var frame = try read(content, demuxer: demuxer, at: request.time.map { Int64($0) * 1000 })
        defer { cffmpeg_free(&frame) }
        return try PictureRenderer.render(
            pixels: frame.pixels, size: size(of: frame), turns: frame.turns, isPartial: frame.is_partial == 1, request)
    }

    /// Frames at equal distances from all over the video.
    private static func render(
        _ sequence: RenderRequest.FrameSequence, of content: FileContent, demuxer: String, _ request: RenderRequest
    ) throws(DecodeFailure) -> RenderedImage {
        let duration = try ContainerMetadata.read(content, demuxer: demuxer).duration ?? .zero
        let length = duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
        var images: [UnsafeMutablePointer<VipsImage>?] = []
        defer { for image in images { g_object_unref(image) } }
        var isPartial = false
        for number in 0..<Int64(sequence.count) {
            var frame = try read(
                content, demuxer: demuxer, at: length * (2 * number + 1) / (2 * Int64(sequence.count)))
            defer { cffmpeg_free(&frame) }
            isPartial = isPartial || frame.is_partial == 1
            images.append(
                try PictureRenderer.shrink(pixels: frame.pixels, size: size(of: frame), turns: frame.turns, request))
        }
        var joined: UnsafeMutablePointer<VipsImage>?
        let delay = sequence.isAnimated ? delayMilliseconds : 0
        guard cvips_join(&images, CInt(images.count), delay, &joined) == 0, let picture = VipsPicture(owning: joined)
        else { throw DecodeFailure(.damaged, VipsPicture.takeError()) }
        let image = try PictureRenderer.save(picture, isPartial: isPartial, request)
        guard sequence.isAnimated else { return image }
        let frameSize = PixelSize(width: image.pixelSize.width, height: image.pixelSize.height / sequence.count)
        return RenderedImage(
            bytes: image.bytes, format: image.format, pixelSize: frameSize, isPartial: isPartial)
    }

    private static func size(of frame: cffmpeg_frame) -> PixelSize {
        PixelSize(width: Int(frame.width), height: Int(frame.height))
    }

    /// Decodes the frame at a time in microseconds, or the one that stands for the video; the caller frees it.
    private static func read(
        _ content: FileContent, demuxer: String, at time: Int64?
    ) throws(DecodeFailure) -> cffmpeg_frame {
        var frame = cffmpeg_frame()
        let code = cffmpeg_read_frame(
            content.descriptor.descriptor.number, content.size, demuxer, time ?? -1, Int64(PictureRenderer.mostPixels),
            &frame)
        switch code {
        case 0: break
        case CInt(CFFMPEG_NO_VIDEO.rawValue): throw DecodeFailure(.unsupported, "no video track, so no picture")
        case CInt(CFFMPEG_TOO_LARGE.rawValue): throw DecodeFailure(.tooLarge, "more pixels than are decoded")
        default: throw DecodeFailure(.damaged, ContainerMetadata.describe(code))
        }
        guard frame.pixels != nil else { throw DecodeFailure(.damaged, "no frame") }
        return frame
    }
}
