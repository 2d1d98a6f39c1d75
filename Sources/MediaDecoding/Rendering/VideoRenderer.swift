import CFFmpeg
import CVips
import Platform

/// Renders frames of videos.
enum VideoRenderer {
    /// How long each frame of an animation is shown.
    private static let delayMilliseconds: CInt = 250

    /// Renders the frame that stands for the video, that at a time, or many.
    static func render(
        _ video: borrowing VideoReader, _ request: RenderRequest
    ) throws(DecodeFailure) -> RenderedImage {
        if let sequence = request.sequence { return try render(sequence, video, request) }
        return try video.withFrame(at: request.time.map { Int64($0) * 1000 }) { frame throws(DecodeFailure) in
            try PictureRenderer.render(
                pixels: frame.pixels, size: frame.size, turns: frame.turns, isPartial: frame.is_partial == 1, request)
        }
    }

    /// Frames from all over the video, one of each of so many equal parts: a key frame where there is one, else the middle.
    private static func render(
        _ sequence: RenderRequest.FrameSequence, _ video: borrowing VideoReader, _ request: RenderRequest
    ) throws(DecodeFailure) -> RenderedImage {
        let length = video.duration
        let halves = 2 * Int64(sequence.count)
        var images: [UnsafeMutablePointer<VipsImage>?] = []
        defer { for image in images { g_object_unref(image) } }
        var isPartial = false
        for number in 0..<Int64(sequence.count) {
            let image = try video.withFrame(at: length * (2 * number + 1) / halves, tolerance: length / halves) {
                frame throws(DecodeFailure) in
                isPartial = isPartial || frame.is_partial == 1
                return try PictureRenderer.shrink(
                    pixels: frame.pixels, size: frame.size, turns: frame.turns, request)
            }
            images.append(image)
        }
        var joined: UnsafeMutablePointer<VipsImage>?
        let delay = sequence.isAnimated ? delayMilliseconds : 0
        guard cvips_join(&images, CInt(images.count), delay, &joined) == 0, let picture = VipsPicture(owning: joined)
        else { throw DecodeFailure(.damaged, VipsPicture.takeError()) }
        return try PictureRenderer.save(picture, isPartial: isPartial, request)
    }
}
