import CVips
import Platform
import Testing

@testable import MediaDecoding

/// Pictures of any size and shape that libswscale shrinks.
struct PictureScalerTests {
    /// A picture of one colour.
    private func flat(_ width: Int, _ height: Int, _ color: [UInt8]) throws -> VipsPicture {
        VipsPicture.prepare()
        let pixels = (0..<(width * height)).flatMap { _ in color }
        let empty = vips_image_new_memory()
        defer { g_object_unref(empty) }
        var result: UnsafeMutablePointer<VipsImage>?
        guard cvips_replace(empty, pixels, CInt(width), CInt(height), &result) == 0,
            let picture = VipsPicture(owning: result)
        else { throw DecodeFailure(.damaged, VipsPicture.takeError()) }
        return picture
    }

    @Test(arguments: [
        (640, 480, 256, 256, false, 256, 192), (640, 480, 256, 256, true, 341, 256), (17, 16, 16, 16, true, 17, 16),
        (4001, 501, 511, 511, false, 511, 64), (129, 3000, 400, 400, false, 17, 400),
        (481, 361, 97, 313, false, 97, 73), (3000, 2000, 300, 300, false, 300, 200),
        (1600, 800, 16, 16, true, 32, 16),
    ])
    func `one colour stays one colour`(
        _ width: Int, _ height: Int, _ boxWidth: Int, _ boxHeight: Int, _ fills: Bool, _ wantedWidth: Int,
        _ wantedHeight: Int
    ) throws {
        let picture = try flat(width, height, [200, 100, 50])
        let box = PixelSize(width: boxWidth, height: boxHeight)
        guard wantedWidth < width || wantedHeight < height else {
            let isShrunk = try PictureScaler.shrink(picture, into: box, fills: fills) != nil
            #expect(!isShrunk)
            return
        }
        guard let small = try PictureScaler.shrink(picture, into: box, fills: fills) else {
            Issue.record("not shrunk")
            return
        }
        #expect(small.size == PixelSize(width: wantedWidth, height: wantedHeight))
        var count = 0
        let pixels = try #require(cvips_rgb(small.image, &count))
        defer { g_free(pixels) }
        #expect(count == wantedWidth * wantedHeight * 3)
        for (place, value) in UnsafeRawBufferPointer(start: pixels, count: count).enumerated() {
            let wanted = [200, 100, 50][place % 3]
            guard abs(Int(value) - wanted) > 1 else { continue }
            Issue.record("\(value) at \(place), not \(wanted)")
            return
        }
    }

    @Test(arguments: [1, 2, 4, 8], ["images/scene.jpg", "images/progressive.jpg", "orientation/o6_bigendian.jpg"])
    func `a JPEG gives what its pixels in memory give`(_ shrink: Int, _ name: String) throws {
        let bytes = try Decoding.bytes(name)
        try bytes.withUnsafeBytes { bytes in
            VipsPicture.prepare()
            var opened: UnsafeMutablePointer<VipsImage>?
            #expect(cvips_open_jpeg(bytes.baseAddress, bytes.count, CInt(shrink), 1, &opened) == 0)
            guard let picture = VipsPicture(owning: opened) else {
                Issue.record("not opened")
                return
            }
            let size = picture.size
            let box = PixelSize(width: size.width * 2 / 3, height: size.height * 2 / 3)
            func pixels(_ scaled: consuming VipsPicture?) -> [UInt8]? {
                guard let scaled else { return nil }
                var count = 0
                guard let pixels = cvips_rgb(scaled.image, &count) else { return nil }
                defer { g_free(pixels) }
                return [UInt8](UnsafeRawBufferPointer(start: pixels, count: count))
            }
            let ours = pixels(
                try PictureScaler.shrink(jpeg: bytes, by: shrink, like: picture, into: box, fills: false))
            let theirs = pixels(try PictureScaler.shrink(picture, into: box, fills: false))
            let (left, right) = (try #require(ours), try #require(theirs))
            try #require(left.count == right.count)
            #expect(!zip(left, right).contains { abs(Int($0) - Int($1)) > 1 })
        }
    }

    @Test func `a JPEG that is cut short is left to libvips`() throws {
        for length in [0.3, 0.9] {
            let whole = try Decoding.bytes("images/scene.jpg")
            let bytes = Array(whole.prefix(Int(Double(whole.count) * length)))
            try bytes.withUnsafeBytes { bytes in
                guard let picture = VipsPicture(header: bytes) else {
                    Issue.record("not opened")
                    return
                }
                let box = PixelSize(width: 100, height: 100)
                let isShrunk =
                    try PictureScaler.shrink(jpeg: bytes, by: 1, like: picture, into: box, fills: false) != nil
                #expect(!isShrunk)
            }
        }
    }

    /// What would shrink too much, what is small and what is no larger is left to libvips.
    @Test(arguments: [(691, 20, 1), (200, 100, 20), (64, 64, 64)])
    func `other sizes are left alone`(_ width: Int, _ height: Int, _ side: Int) throws {
        let picture = try flat(width, height, [1, 2, 3])
        let isShrunk =
            try PictureScaler.shrink(picture, into: PixelSize(width: side, height: side), fills: false) != nil
        #expect(!isShrunk)
    }
}
