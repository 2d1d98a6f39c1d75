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
        (481, 361, 97, 313, false, 97, 73),
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

    /// What would shrink too much, what is small and what is no larger is left to libvips.
    @Test(arguments: [(691, 20, 1), (3000, 2000, 300), (200, 100, 20), (64, 64, 64)])
    func `other sizes are left alone`(_ width: Int, _ height: Int, _ side: Int) throws {
        let picture = try flat(width, height, [1, 2, 3])
        let isShrunk =
            try PictureScaler.shrink(picture, into: PixelSize(width: side, height: side), fills: false) != nil
        #expect(!isShrunk)
    }
}
