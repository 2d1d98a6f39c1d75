import CFFmpeg
import CVips
import Platform

/// Renders frames of a video that is a file or a part of one.
struct VideoRenderer {
    /// How long each frame of an animation is shown.
    private static let delayMilliseconds: CInt = 250

    let descriptor: FileDescriptor.Box
    /// The bytes of the file that the video is.
    let part: Range<Int64>
    /// What FFmpeg reads it with, such as "mov".
    let demuxer: String

    /// Renders the frame that stands for the video, that at a time, or many.
    func render(_ request: RenderRequest) throws(DecodeFailure) -> RenderedImage {
        if let sequence = request.sequence { return try render(sequence, request) }
        var frame = try read(at: request.time.map { Int64($0) * 1000 })
        defer { cffmpeg_free(&frame) }
        return try PictureRenderer.render(
            pixels: frame.pixels, size: frame.size, turns: frame.turns, isPartial: frame.is_partial == 1, request)
    }

    /// Frames at equal distances from all over the video.
    private func render(
        _ sequence: RenderRequest.FrameSequence, _ request: RenderRequest
    ) throws(DecodeFailure) -> RenderedImage {
        let length = try ContainerMetadata.duration(of: part, descriptor, demuxer: demuxer)
        var images: [UnsafeMutablePointer<VipsImage>?] = []
        defer { for image in images { g_object_unref(image) } }
        var isPartial = false
        for number in 0..<Int64(sequence.count) {
            var frame = try read(at: length * (2 * number + 1) / (2 * Int64(sequence.count)))
            defer { cffmpeg_free(&frame) }
            isPartial = isPartial || frame.is_partial == 1
            images.append(
                try PictureRenderer.shrink(pixels: frame.pixels, size: frame.size, turns: frame.turns, request))
        }
        var joined: UnsafeMutablePointer<VipsImage>?
        let delay = sequence.isAnimated ? Self.delayMilliseconds : 0
        guard cvips_join(&images, CInt(images.count), delay, &joined) == 0, let picture = VipsPicture(owning: joined)
        else { throw DecodeFailure(.damaged, VipsPicture.takeError()) }
        return try PictureRenderer.save(picture, isPartial: isPartial, request)
    }

    /// Decodes the frame at a time in microseconds, or the one that stands for the video; the caller frees it.
    private func read(at time: Int64?) throws(DecodeFailure) -> cffmpeg_frame {
        var frame = cffmpeg_frame()
        let code = cffmpeg_read_frame(
            descriptor.descriptor.number, part.lowerBound, part.upperBound - part.lowerBound, demuxer, time ?? -1,
            Int64(PictureRenderer.mostPixels), &frame)
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

extension cffmpeg_frame {
    fileprivate var size: PixelSize { PixelSize(width: Int(width), height: Int(height)) }
}
