import Platform
import Testing

@testable import MediaDecoding

/// Pictures made of fixtures by real decoder processes.
struct RenderTests {
    private func render(
        _ name: String, _ width: Int = 256, _ height: Int = 256, _ mode: RenderRequest.ContentMode = .aspectFit,
        _ format: RenderRequest.Format = .png, crop: CropArea? = nil
    ) async throws -> RenderedImage {
        let request = RenderRequest(
            size: PixelSize(width: width, height: height), mode: mode, format: format, crop: crop)
        return try await Decoding.pool.render(Decoding.file(name), request)
    }

    @Test(arguments: [
        ("orientation/o1.jpg", 256, 192), ("orientation/o2.jpg", 256, 192), ("orientation/o3.jpg", 256, 192),
        ("orientation/o4.jpg", 256, 192), ("orientation/o5.jpg", 256, 192), ("orientation/o7.jpg", 256, 192),
        ("orientation/o6_bigendian.jpg", 256, 192), ("orientation/o9.jpg", 256, 192),
        ("orientation/ifd1_only.jpg", 256, 192), ("orientation/xmp_vs_exif.jpg", 256, 192),
        ("modern/irot_and_exif1.heic", 256, 192), ("modern/irot_and_exif6.heic", 256, 192),
        ("modern/irot_and_exif8.heic", 256, 192), ("modern/plain.avif", 256, 192), ("modern/naked.jxl", 256, 192),
        ("images/progressive.jpg", 256, 192), ("broken/jpg_named.heic", 256, 192), ("images/plain.bmp", 40, 30),
        ("images/cmyk_adobe.jpg", 256, 192), ("broken/garbage_after_eoi.jpg", 256, 192),
        ("video/base.mp4", 160, 120), ("video/rot90.mp4", 160, 120), ("video/rot270.mp4", 160, 120),
        ("video/short_400ms.mp4", 160, 120),
    ])
    func `upright, red and green on top`(_ name: String, _ width: Int, _ height: Int) async throws {
        let image = try await render(name)
        #expect(image.pixelSize == PixelSize(width: width, height: height))
        #expect(!image.isPartial)
        let pixels = try #require(Pixels(image))
        #expect(pixels.color(1, 1) == "red")
        #expect(pixels.color(18, 1) == "green")
    }

    @Test(arguments: [("modern/noirot_exif6.heic", "green"), ("modern/from_jpeg_exif6.jxl", "blue")])
    func `EXIF has no say where the format turns`(_ name: String, _ color: String) async throws {
        #expect(try #require(Pixels(try await render(name))).color(1, 1) == color)
    }

    @Test(arguments: ["images/anim3.gif", "images/anim3.webp", "broken/trunc_50.gif"])
    func `the first frame of an animation`(_ name: String) async throws {
        let image = try await render(name)
        #expect(image.pixelSize == PixelSize(width: 64, height: 48))
        #expect(try #require(Pixels(image)).color(10, 10) == "red")
    }

    @Test func `a poster is not black where the video is not`() async throws {
        #expect(try #require(Pixels(try await render("video/black_start.mp4"))).color(10, 10) == "red")
        #expect(try await render("video/black.mp4").pixelSize == PixelSize(width: 160, height: 120))
    }

    private func request(_ time: Int? = nil, isWide: Bool = false, _ format: RenderRequest.Format = .png)
        -> RenderRequest
    {
        RenderRequest(size: PixelSize(width: 256, height: 256), format: format, time: time, isWide: isWide)
    }

    /// The video is black in its first second, and red from then on.
    @Test func `a frame of a video at a time, the last one behind its end, none of a picture`() async throws {
        let video = Decoding.file("video/black_start.mp4")
        for (time, color) in [(0, "[0, 0, 0]"), (1500, "red"), (1_000_000, "red")] {
            let image = try await Decoding.pool.render(video, request(time))
            #expect(!image.isPartial)
            #expect(try #require(Pixels(image)).color(10, 10) == color, "\(time)")
        }
        await #expect { try await Decoding.pool.render(Decoding.file("orientation/o1.jpg"), request(0)) } throws: {
            ($0 as? DecodeFailure)?.code == .unsupported
        }
    }

    /// Each frame of the video, 25 a second, is brighter than the one before by two steps of 219, and the first alone is a key
    /// frame.
    @Test func `a frame far behind its key frame is the right one`() async throws {
        func brightness(_ frame: Int) -> Int { (40 + 2 * frame - 16) * 255 / 219 }
        let video = Decoding.file("video/long_gop.mp4")
        for frame in [0, 25, 31, 75, 95] {
            let pixels = try #require(Pixels(try await Decoding.pool.render(video, request(frame * 40))))
            #expect(abs(pixels.pixel(10, 10)[0] - brightness(frame)) <= 2, "\(frame)")
        }
        let strip = RenderRequest(
            size: PixelSize(width: 64, height: 48), format: .png,
            sequence: RenderRequest.FrameSequence(count: 5, isAnimated: false))
        let pixels = try #require(Pixels(try await Decoding.pool.render(video, strip)))
        for (place, frame) in [10, 30, 50, 70, 90].enumerated() {
            #expect(abs(pixels.pixel(place * 4 + 2, 10)[0] - brightness(frame)) <= 2, "\(frame)")
        }
    }

    @Test(arguments: [
        (4000, 3000, 512), (6000, 4000, 512), (3840, 2160, 768), (1080, 1920, 768), (4320, 2000, 768),
        (6000, 2000, 1024), (9000, 2000, 1600), (16384, 256, 1600),
    ])
    func `of what is made ahead a grid's squares can be made`(width: Int, height: Int, side: Int) {
        let base = RenderRequest.base(of: PixelSize(width: width, height: height))
        #expect(base.size == PixelSize(width: side, height: side))
        let scale = min(Double(side) / Double(max(width, height)), 1)
        let made = RenderedImage(
            bytes: [], format: .jpeg,
            pixelSize: PixelSize(
                width: Int((Double(width) * scale).rounded()), height: Int((Double(height) * scale).rounded())))
        let square = RenderRequest(size: PixelSize(width: 256, height: 256), mode: .aspectFill, format: .webp)
        #expect(square.sources.contains(base))
        // Of a strip there is none without enlarging it.
        #expect(square.canBeMade(of: made, base) == (height > 256))
    }

    @Test(arguments: ["orientation/o1.jpg", "orientation/o6_bigendian.jpg", "images/progressive.jpg", "images/p3.png"])
    func `a thumbnail of a larger one looks like one of the original`(_ name: String) async throws {
        let base = try await Decoding.pool.render(Decoding.file(name), .base(of: nil))
        for (width, mode) in [(256, RenderRequest.ContentMode.aspectFill), (96, .aspectFit), (256, .aspectFit)] {
            let request = RenderRequest(size: PixelSize(width: width, height: width), mode: mode, format: .png)
            let original = try #require(Pixels(try await Decoding.pool.render(Decoding.file(name), request)))
            let reduced = try #require(Pixels(try await Decoding.pool.render(MediaFile(base), request)))
            #expect(original.width == reduced.width && original.height == reduced.height)
            try #require(original.bytes.count == reduced.bytes.count)
            let sum = zip(original.bytes, reduced.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            let distance = Double(sum) / Double(original.bytes.count)
            #expect(distance < 2.5, "\(width) \(mode): \(distance) of 255 on average")
        }
    }

    @Test func `frames from all over a video, side by side or one after another`() async throws {
        func request(_ format: RenderRequest.Format, _ count: Int, isAnimated: Bool) -> RenderRequest {
            RenderRequest(
                size: PixelSize(width: 80, height: 80), format: format,
                sequence: RenderRequest.FrameSequence(count: count, isAnimated: isAnimated))
        }
        let video = Decoding.file("video/black_start.mp4")
        let strip = try await Decoding.pool.render(video, request(.png, 5, isAnimated: false))
        #expect(strip.pixelSize == PixelSize(width: 400, height: 60) && !strip.isPartial)
        let pixels = try #require(Pixels(strip))
        #expect(pixels.color(1, 10) == "[0, 0, 0]" && pixels.color(18, 10) != "[0, 0, 0]")
        let animation = try await Decoding.pool.render(video, request(.webp, 12, isAnimated: true))
        #expect(animation.pixelSize == PixelSize(width: 80, height: 60))
        let header = animation.bytes.withUnsafeBytes { PictureHeader($0, format: .webp) }
        #expect(header?.size == animation.pixelSize)
        // Frames that are alike may be one.
        #expect(try (2...12).contains(#require(header?.frameCount)))
        let photo = Decoding.file("orientation/o1.jpg")
        await #expect { try await Decoding.pool.render(photo, request(.webp, 5, isAnimated: true)) } throws: {
            ($0 as? DecodeFailure)?.code == .unsupported
        }
    }

    @Test(arguments: ["images/anim3.gif", "images/anim3.webp"])
    func `an animated picture stays one, fitted or filled`(_ name: String) async throws {
        let whole = try #require(try await Decoding.metadata(name).pixelSize)
        let side = min(whole.width, whole.height) / 2
        func animation(_ mode: RenderRequest.ContentMode) async throws -> RenderedImage {
            let request = RenderRequest(
                size: PixelSize(width: side, height: side), mode: mode, format: .webp,
                sequence: RenderRequest.FrameSequence(count: 12, isAnimated: true))
            let image = try await Decoding.pool.render(Decoding.file(name), request)
            let header = image.bytes.withUnsafeBytes { PictureHeader($0, format: .webp) }
            #expect(header?.size == image.pixelSize && header?.frameCount == 3 && !image.isPartial)
            return image
        }
        let fitted = try await animation(.aspectFit).pixelSize
        #expect(max(fitted.width, fitted.height) == side && whole.width * fitted.height == whole.height * fitted.width)
        #expect(try await animation(.aspectFill).pixelSize == PixelSize(width: side, height: side))
    }

    @Test func `the video in the file of a motion photo has frames`() async throws {
        let file = Decoding.file("motion/length_off_by_100.jpg")
        func render(time: Int?, strip: Int?) async throws -> RenderedImage {
            let request = RenderRequest(
                size: PixelSize(width: 40, height: 40), format: .png, time: time,
                sequence: strip.map { RenderRequest.FrameSequence(count: $0, isAnimated: false) })
            return try await Decoding.pool.render(file, request)
        }
        let bytes = try Decoding.bytes("motion/length_off_by_100.jpg")
        let part = try #require(try await Decoding.metadata("motion/length_off_by_100.jpg").motionVideo)
        let video = MediaFile(name: "video") { () throws(SystemError) in
            try FileDescriptor.inMemory(Array(bytes[Int(part.lowerBound)..<Int(part.upperBound)]))
        }
        let frame = try await render(time: 0, strip: nil)
        let other = try await Decoding.pool.render(
            video, RenderRequest(size: PixelSize(width: 40, height: 40), format: .png, time: 0))
        #expect(frame == other)
        #expect(try await render(time: nil, strip: 3).pixelSize.width == 3 * frame.pixelSize.width)
        #expect(try await render(time: nil, strip: nil) != frame)
    }

    @Test(arguments: RenderRequest.Format.allCases)
    func `colours beyond sRGB are kept where that is asked for, and nothing else of the file`(
        _ format: RenderRequest.Format
    ) async throws {
        for (name, isWide, profile) in [
            ("images/p3.png", true, "Display P3"), ("images/p3.png", false, nil), ("orientation/o1.jpg", true, nil),
        ] {
            let image = try await Decoding.pool.render(Decoding.file(name), request(isWide: isWide, format))
            let header: (profile: String?, orientation: Int)? = image.bytes.withUnsafeBytes { bytes in
                guard let picture = VipsPicture(header: bytes) else { return nil }
                return (picture.profileName, picture.orientation)
            }
            let (found, orientation) = try #require(header)
            #expect((found != nil) == (profile != nil), "\(name): \(found ?? "none")")
            #expect(orientation <= 1)
            if let profile { #expect(try #require(found).contains("P3"), "\(profile)") }
        }
    }

    @Test func `sizes: fitted, filled, never enlarged, never without a pixel`() async throws {
        let name = "images/progressive.jpg"
        #expect(try await render(name, 100, 100).pixelSize == PixelSize(width: 100, height: 75))
        #expect(try await render(name, 100, 100, .aspectFill).pixelSize == PixelSize(width: 100, height: 100))
        #expect(try await render(name, 2000, 2000).pixelSize == PixelSize(width: 640, height: 480))
        #expect(try await render(name, 2000, 100, .aspectFill).pixelSize == PixelSize(width: 640, height: 100))
        #expect(try await render("images/pano_1x20000.jpg").pixelSize == PixelSize(width: 1, height: 256))
        #expect(try await render("images/one_px.png").pixelSize == PixelSize(width: 1, height: 1))
        let wide = try await render("images/pano_16384x256.jpg").pixelSize
        #expect(wide == PixelSize(width: 256, height: 4))
    }

    @Test(arguments: [
        "orientation/o1.jpg", "orientation/o3.jpg", "orientation/o6_bigendian.jpg", "modern/irot_and_exif6.heic",
        "images/progressive.jpg", "video/rot90.mp4",
    ])
    func `a part of the upright picture`(_ name: String) async throws {
        let corner = try #require(CropArea(left: 5000, top: 0, width: 5000, height: 5000))
        let fitted = try await render(name, 64, 64, crop: corner)
        #expect(fitted.pixelSize == PixelSize(width: 64, height: 48))
        let filled = try await render(name, 40, 40, .aspectFill, crop: corner)
        #expect(filled.pixelSize == PixelSize(width: 40, height: 40))
        for image in [fitted, filled] {
            let pixels = try #require(Pixels(image))
            for place in [2, 17] { #expect(pixels.color(place, place) == "green") }
        }
        let sliver = try #require(CropArea(left: 9999, top: 9999, width: 1, height: 1))
        #expect(try await render(name, 64, 64, crop: sliver).pixelSize == PixelSize(width: 1, height: 1))
    }

    @Test func `colours: P3 turns sRGB, 16 bits turn 8, transparency stays or turns white`() async throws {
        let p3 = try #require(Pixels(try await render("images/p3.png"))).pixel(10, 10)
        for (value, expected) in zip(p3, [215, 93, 32]) { #expect(abs(value - expected) <= 3, "\(p3)") }
        #expect(try #require(Pixels(try await render("images/gray16.png"))).pixel(10, 10)[0] == 128)
        #expect(try #require(Pixels(try await render("images/color16.png"))).pixel(10, 10) == [200, 100, 50])
        let clear = try #require(Pixels(try await render("images/transparent.png")))
        #expect(clear.bands == 4 && clear.pixel(2, 10)[3] == 0 && clear.pixel(18, 10) == [0, 0, 200, 255])
        let flat = try #require(Pixels(try await render("images/transparent.png", 256, 256, .aspectFit, .jpeg)))
        #expect(flat.bands == 3 && flat.pixel(2, 10).allSatisfy { $0 > 245 } && flat.color(18, 10) == "blue")
        // PQ that is shown as if it were sRGB comes out pale: no corner has a colour of its own then.
        #expect(try #require(Pixels(try await render("video/hdr_pq_10bit.mov"))).color(1, 1) == "red")
    }

    @Test(arguments: RenderRequest.Format.allCases)
    func `every format`(_ format: RenderRequest.Format) async throws {
        let image = try await render("orientation/o5.jpg", 64, 64, .aspectFit, format)
        #expect(image.format == format)
        #expect(image.bytes.withUnsafeBytes { MediaFormat(head: $0) }?.contentType == format.contentType)
        let pixels = try #require(Pixels(image))
        #expect(pixels.color(2, 2) == "red" && pixels.width == 64 && pixels.height == 48)
    }

    @Test(arguments: ["broken/trunc_25.jpg", "broken/trunc_50.jpg", "broken/trunc_99.jpg", "broken/trunc_50.png"])
    func `a cut picture is partial`(_ name: String) async throws {
        let image = try await render(name)
        #expect(image.isPartial && image.pixelSize == PixelSize(width: 256, height: 192))
    }

    @Test(
        arguments: [
            ("broken/zero.heic", .empty), ("broken/html.jpg", .notMedia), ("broken/soi_eoi.jpg", .damaged),
            ("broken/trunc_10.jpg", .damaged), ("video/audio_only.mp4", .unsupported),
            ("video/no_moov_truncated.mp4", .damaged), ("bombs/gif_65535x65535.gif", .tooLarge),
            ("bombs/jpg_65500x65500_header.jpg", .tooLarge), ("bombs/png_2147483647.png", .tooLarge),
            ("bombs/png_30000x30000_1bit.png", .tooLarge), ("bombs/png_787402x787402_rgba_short.png", .tooLarge),
        ] as [(String, DecodeFailure.Code)])
    func `why there is none`(_ name: String, _ code: DecodeFailure.Code) async throws {
        await #expect { try await render(name) } throws: { ($0 as? DecodeFailure)?.code == code }
    }
}
