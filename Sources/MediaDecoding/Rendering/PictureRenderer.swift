import CVips
import Platform

/// Shrinks and encodes pictures.
enum PictureRenderer {
    /// The most pixels of a picture that is decoded: 16,384 × 16,384, above the largest sensors' 200 megapixels. JPEGs
    /// are shrunk while they are read, so that even so many take little time.
    static let mostPixels = 1 << 28

    /// The most pixels in a format; what is slower to read than JPEG may have fewer, so that none takes many seconds.
    static func mostPixels(in format: MediaFormat) -> Int {
        switch format {
        case .gif: 1 << 26
        case .png, .webp, .jxl, .heif: 1 << 27
        default: mostPixels
        }
    }

    /// Renders a picture in memory, with `orientation` in place of its own where that is given.
    ///
    /// A picture that is cut short or broken is rendered as far as it goes and marked partial, but HEIC and AVIF, which
    /// would show as black.
    static func render(
        _ bytes: UnsafeRawBufferPointer, format: MediaFormat, orientation: Int? = nil, _ request: RenderRequest
    ) throws(DecodeFailure) -> RenderedImage {
        if let header = PictureHeader(bytes, format: format) { try check(header.size, format) }
        // Scoped, so that the header's picture is gone before the pixels are read.
        var profile: String?
        let upright: PixelSize
        do {
            guard let header = VipsPicture(header: bytes) else {
                throw DecodeFailure(.damaged, VipsPicture.takeError())
            }
            try check(header.size, format)
            if request.isDraft, orientation == nil,
                let draft = EmbeddedThumbnail.render(header, bytes, format: format, request)
            {
                return draft
            }
            if header.hasProfile, !request.isCopy { profile = request.isWide ? "p3" : "srgb" }
            let isAside = (orientation ?? header.orientation) > 4
            upright = isAside ? PixelSize(width: header.size.height, height: header.size.width) : header.size
        }
        let shrinker = PictureShrinker(
            bytes: bytes, format: format, orientation: orientation, profile: profile, upright: upright,
            target: RenderTarget(request, of: upright))
        do throws(DecodeFailure) {
            return try attempt(shrinker, isStrict: true)
        } catch {
            if format.isHEIF { throw error }
            return try attempt(shrinker, isStrict: false)
        }
    }

    /// Renders an open picture that is upright.
    static func render(
        _ picture: borrowing VipsPicture, _ request: RenderRequest
    ) throws(DecodeFailure) -> RenderedImage {
        let target = RenderTarget(request, of: picture.size)
        let profile = picture.hasProfile ? request.isWide ? "p3" : "srgb" : nil
        let shrunk = picture.applying {
            cvips_thumbnail_image(
                $0, CInt(target.box.width), CInt(target.box.height), target.fills ? 1 : 0, 1, profile, &$1)
        }
        guard let shrunk else { throw DecodeFailure(.damaged, VipsPicture.takeError()) }
        return try encode(shrunk, isPartial: false, target)
    }

    /// Renders 8-bit sRGB pixels, three bytes each, after some quarter turns clockwise.
    static func render(
        pixels: UnsafeRawPointer, size: PixelSize, turns: CInt, isPartial: Bool, _ request: RenderRequest
    ) throws(DecodeFailure) -> RenderedImage {
        VipsPicture.prepare()
        let upright = turns % 2 == 0 ? size : PixelSize(width: size.height, height: size.width)
        let target = RenderTarget(request, of: upright)
        guard let picture = VipsPicture(owning: try shrink(pixels, size, turns, target)) else {
            throw DecodeFailure(.damaged, VipsPicture.takeError())
        }
        return try encode(picture, isPartial: isPartial, target)
    }

    /// Shrinks such pixels, of which nothing is needed after that; the caller lets go of the result.
    static func shrink(
        pixels: UnsafeRawPointer, size: PixelSize, turns: CInt, _ request: RenderRequest
    ) throws(DecodeFailure) -> UnsafeMutablePointer<VipsImage> {
        VipsPicture.prepare()
        let upright = turns % 2 == 0 ? size : PixelSize(width: size.height, height: size.width)
        let small = try shrink(pixels, size, turns, RenderTarget(request, of: upright))
        defer { g_object_unref(small) }
        guard let kept = cvips_keep(small) else { throw DecodeFailure(.damaged, VipsPicture.takeError()) }
        return kept
    }

    private static func shrink(
        _ pixels: UnsafeRawPointer, _ size: PixelSize, _ turns: CInt, _ target: RenderTarget
    ) throws(DecodeFailure) -> UnsafeMutablePointer<VipsImage> {
        var result: UnsafeMutablePointer<VipsImage>?
        let code = cvips_thumbnail_pixels(
            pixels, CInt(size.width), CInt(size.height), turns, CInt(target.box.width), CInt(target.box.height),
            target.fills ? 1 : 0, &result)
        guard code == 0, let result else { throw DecodeFailure(.damaged, VipsPicture.takeError()) }
        return result
    }

    /// Refuses what would take too much time and memory.
    static func check(_ size: PixelSize, _ format: MediaFormat) throws(DecodeFailure) {
        let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        guard !overflow, pixels <= mostPixels(in: format) else {
            throw DecodeFailure(.tooLarge, "\(size.width) × \(size.height) pixels are more than are decoded")
        }
    }

    private static func attempt(
        _ shrinker: PictureShrinker, isStrict: Bool
    ) throws(DecodeFailure) -> RenderedImage {
        let target = shrinker.target
        guard let picture = try shrinker.shrink(isStrict: isStrict) else {
            throw DecodeFailure(.damaged, VipsPicture.takeError())
        }
        guard let orientation = shrinker.orientation, orientation > 1 else {
            return try encode(picture, isPartial: !isStrict, target)
        }
        // Turning needs pixels in any order, and loading gives them from top to bottom.
        guard let kept = VipsPicture(owning: cvips_keep(picture.image)),
            let turned = kept.applying({ cvips_orient($0, CInt(orientation), &$1) })
        else { throw DecodeFailure(.damaged, VipsPicture.takeError()) }
        return try encode(turned, isPartial: !isStrict, target)
    }

    private static func encode(
        _ picture: borrowing VipsPicture, isPartial: Bool, _ target: RenderTarget
    ) throws(DecodeFailure) -> RenderedImage {
        guard target.isBase else { return try encodeOnce(picture, isPartial: isPartial, target) }
        // The pixels are looked at twice, and loading gives them once.
        guard let kept = VipsPicture(owning: cvips_keep(picture.image)) else {
            throw DecodeFailure(.damaged, VipsPicture.takeError())
        }
        var image = try encodeOnce(kept, isPartial: isPartial, target)
        image.placeholder = Placeholder.make(kept)
        return image
    }

    private static func encodeOnce(
        _ picture: borrowing VipsPicture, isPartial: Bool, _ target: RenderTarget
    ) throws(DecodeFailure) -> RenderedImage {
        let cut = target.area(in: picture.size)
        guard cut != nil || target.request.turns > 0 else {
            return try finish(picture, isPartial: isPartial, target.request)
        }
        let area = cut ?? RenderTarget.Area(left: 0, top: 0, size: picture.size)
        guard
            let part = picture.applying({
                cvips_extract(
                    $0, CInt(area.left), CInt(area.top), CInt(area.size.width), CInt(area.size.height), &$1)
            })
        else { throw DecodeFailure(.damaged, VipsPicture.takeError()) }
        guard target.request.turns > 0 else { return try finish(part, isPartial: isPartial, target.request) }
        // Turning needs pixels in any order, and loading gives them from top to bottom.
        guard let kept = VipsPicture(owning: cvips_keep(part.image)),
            let turned = kept.applying({ cvips_turn($0, CInt(target.request.turns), &$1) })
        else { throw DecodeFailure(.damaged, VipsPicture.takeError()) }
        return try finish(turned, isPartial: isPartial, target.request)
    }

    private static func finish(
        _ picture: borrowing VipsPicture, isPartial: Bool, _ request: RenderRequest
    ) throws(DecodeFailure) -> RenderedImage {
        if picture.hasProfile, !request.isCopy {
            let keepsProfile: CInt = request.isWide ? 1 : 0
            guard let bare = picture.applying({ cvips_strip($0, keepsProfile, &$1) }) else {
                throw DecodeFailure(.damaged, VipsPicture.takeError())
            }
            return try flattened(bare, isPartial: isPartial, request)
        }
        return try flattened(picture, isPartial: isPartial, request)
    }

    private static func flattened(
        _ picture: borrowing VipsPicture, isPartial: Bool, _ request: RenderRequest
    ) throws(DecodeFailure) -> RenderedImage {
        if request.format == .jpeg && picture.hasAlpha {
            guard let flat = picture.applying({ cvips_flatten($0, &$1) }) else {
                throw DecodeFailure(.damaged, VipsPicture.takeError())
            }
            return try save(flat, isPartial: isPartial, isFlattened: true, request)
        }
        return try save(picture, isPartial: isPartial, request)
    }

    /// Encodes a picture as it is.
    static func save(
        _ picture: borrowing VipsPicture, isPartial: Bool, isFlattened: Bool = false, _ request: RenderRequest
    ) throws(DecodeFailure) -> RenderedImage {
        var start: UnsafeMutableRawPointer?
        var count = 0
        let quality = CInt(request.quality)
        let keeps: CInt = request.isCopy || request.isWide && picture.hasProfile ? 1 : 0
        let code =
            switch request.format {
            case .jpeg: cvips_jpeg(picture.image, &start, &count, quality, keeps)
            case .webp: cvips_webp(picture.image, &start, &count, quality, keeps)
            case .avif: cvips_avif(picture.image, &start, &count, quality, keeps)
            case .png: cvips_png(picture.image, &start, &count, keeps)
            }
        guard code == 0, let start else { throw DecodeFailure(.damaged, VipsPicture.takeError()) }
        defer { g_free(start) }
        // Warnings of what went well would show up as the reason of a later failure.
        vips_error_clear()
        return RenderedImage(
            bytes: [UInt8](UnsafeRawBufferPointer(start: start, count: count)), format: request.format,
            pixelSize: picture.frameSize, isPartial: isPartial, isFlattened: isFlattened)
    }
}
