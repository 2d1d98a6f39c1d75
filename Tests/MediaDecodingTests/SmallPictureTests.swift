import CVips
import Platform
import Testing

@testable import MediaDecoding

/// Pictures of few pixels.
struct SmallPictureTests {
    private let picture = SmallPicture(
        pixels: (0..<(5 * 3 * 3)).map { UInt8($0) }, size: PixelSize(width: 5, height: 3))

    @Test(arguments: 0...9) func `they are turned as libvips turns them`(_ orientation: Int) throws {
        VipsPicture.prepare()
        let empty = vips_image_new_memory()
        defer { g_object_unref(empty) }
        var plain: UnsafeMutablePointer<VipsImage>?
        #expect(cvips_replace(empty, picture.pixels, 5, 3, &plain) == 0)
        defer { g_object_unref(plain) }
        var turned: UnsafeMutablePointer<VipsImage>?
        #expect(cvips_orient(plain, CInt((1...8).contains(orientation) ? orientation : 1), &turned) == 0)
        let image = try #require(turned)
        defer { g_object_unref(image) }
        var count = 0
        let bytes = try #require(cvips_rgb(image, &count))
        defer { g_free(bytes) }
        let ours = picture.upright(orientation)
        #expect(ours.pixels == [UInt8](UnsafeRawBufferPointer(start: bytes, count: count)))
        #expect(
            ours.size
                == PixelSize(width: Int(vips_image_get_width(image)), height: Int(vips_image_get_height(image))))
    }

    @Test func `the middle`() {
        let middle = picture.middle(PixelSize(width: 3, height: 1))
        #expect(middle.pixels == Array(picture.pixels[18..<27]) && middle.size == PixelSize(width: 3, height: 1))
        #expect(picture.middle(picture.size).pixels == picture.pixels)
    }

    /// - Returns: size of what is decoded; nil for nothing.
    private func decoded(_ name: String, shrink: Int) throws -> PixelSize? {
        try Decoding.bytes(name).withUnsafeBytes { SmallPicture(jpeg: $0, shrink: shrink)?.size }
    }

    @Test func `what is decoded`() throws {
        #expect(try decoded("orientation/o1.jpg", shrink: 8) == PixelSize(width: 80, height: 60))
        #expect(try decoded("images/gray.jpg", shrink: 4) == PixelSize(width: 160, height: 120))
        #expect(try decoded("broken/trunc_50.jpg", shrink: 8) == PixelSize(width: 80, height: 60))
        #expect(try decoded("images/cmyk_adobe.jpg", shrink: 8) == nil)
        #expect(try decoded("broken/html.jpg", shrink: 8) == nil)
        #expect(try decoded("bombs/jpg_65500x65500_header.jpg", shrink: 8) == nil)
    }
}
