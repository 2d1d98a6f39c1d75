import CVips
import Platform

/// Renders animated pictures as animations.
enum AnimationRenderer {
    /// The most frames that are shown: some seconds of most animations.
    private static let mostFrames = 60

    /// Renders the first frames, each as long as the file says.
    static func render(
        _ bytes: UnsafeRawBufferPointer, format: MediaFormat, _ request: RenderRequest
    ) throws(DecodeFailure) -> RenderedImage {
        let size: PixelSize
        let count: Int
        do {
            guard let header = VipsPicture(header: bytes) else {
                throw DecodeFailure(.damaged, VipsPicture.takeError())
            }
            size = header.size
            count = header.frameCount
        }
        try PictureRenderer.check(size, format)
        guard count > 1 else { throw DecodeFailure(.unsupported, "the picture has one frame") }
        let shown = min(count, mostFrames, max(PictureRenderer.mostPixels(in: format) / (size.width * size.height), 1))
        do throws(DecodeFailure) {
            return try render(bytes, size, frames: shown, isStrict: true, request)
        } catch {
            return try render(bytes, size, frames: shown, isStrict: false, request)
        }
    }

    private static func render(
        _ bytes: UnsafeRawBufferPointer, _ size: PixelSize, frames: Int, isStrict: Bool, _ request: RenderRequest
    ) throws(DecodeFailure) -> RenderedImage {
        let box = request.mode == .aspectFill ? cover(request.size, by: size) : request.size
        var result: UnsafeMutablePointer<VipsImage>?
        let code = cvips_thumbnail(
            bytes.baseAddress, bytes.count, CInt(box.width), CInt(box.height), 0, 0, nil, isStrict ? 1 : 0,
            CInt(frames), &result)
        guard code == 0, let picture = VipsPicture(owning: result) else {
            throw DecodeFailure(.damaged, VipsPicture.takeError())
        }
        guard request.mode == .aspectFill else {
            return try PictureRenderer.save(picture, isPartial: !isStrict, request)
        }
        // Loading gives the pixels once, from top to bottom.
        guard let kept = VipsPicture(owning: cvips_keep(picture.image)) else {
            throw DecodeFailure(.damaged, VipsPicture.takeError())
        }
        let whole = kept.frameSize
        let part = PixelSize(
            width: min(whole.width, request.size.width), height: min(whole.height, request.size.height))
        let filled = kept.applying {
            cvips_extract_frames(
                $0, CInt((whole.width - part.width) / 2), CInt((whole.height - part.height) / 2), CInt(part.width),
                CInt(part.height), &$1)
        }
        guard let filled else { throw DecodeFailure(.damaged, VipsPicture.takeError()) }
        return try PictureRenderer.save(filled, isPartial: !isStrict, request)
    }

    /// The box into which a picture goes so that it covers another box, but is not enlarged.
    private static func cover(_ box: PixelSize, by size: PixelSize) -> PixelSize {
        let scale = min(
            max(Double(box.width) / Double(size.width), Double(box.height) / Double(size.height)), 1)
        return PixelSize(
            width: max(Int((Double(size.width) * scale).rounded()), 1),
            height: max(Int((Double(size.height) * scale).rounded()), 1))
    }
}
