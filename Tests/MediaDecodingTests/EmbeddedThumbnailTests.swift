import Platform
import Testing

@testable import MediaDecoding

struct EmbeddedThumbnailTests {
    @Test(arguments: [
        ([160, 120], [4000, 3000], [160, 120]), ([160, 120], [6000, 4000], [160, 107]),
        ([160, 120], [1920, 1080], [160, 90]), ([160, 106], [480, 320], [160, 106]),
        ([120, 160], [3000, 4000], [120, 160]),
        ([160, 120], [3000, 4000], []), ([160, 120], [4000, 1000], []), ([160, 0], [4000, 3000], []),
    ])
    func `black bars are left away, other pictures are not shown`(thumbnail: [Int], picture: [Int], shown: [Int]) {
        let size = EmbeddedThumbnail.shownSize(
            of: PixelSize(width: thumbnail[0], height: thumbnail[1]),
            in: PixelSize(width: picture[0], height: picture[1]))
        #expect(size.map { [$0.width, $0.height] } ?? [] == shown)
    }

    @Test(arguments: ["orientation/o1.jpg", "images/p3.png", "modern/plain.avif"])
    func `without one, the picture itself is made`(_ name: String) async throws {
        let request = RenderRequest(size: PixelSize(width: 64, height: 64), isDraft: true)
        let image = try await Decoding.pool.render(Decoding.file(name), request)
        #expect(max(image.pixelSize.width, image.pixelSize.height) <= 64)
    }

    @Test(arguments: [
        ("modern/thumbnail.heic", [160, 106]), ("images/exif_thumbnail6.jpg", [106, 80]),
    ])
    func `a draft is made of the small picture`(_ name: String, _ small: [Int]) async throws {
        func draft(_ mode: RenderRequest.ContentMode, crop: CropArea? = nil) async throws -> [Int] {
            let request = RenderRequest(
                size: PixelSize(width: 200, height: 200), mode: mode, crop: crop, isDraft: true)
            let size = try await Decoding.pool.render(Decoding.file(name), request).pixelSize
            return [size.width, size.height]
        }
        #expect(try await draft(.aspectFit) == small)
        #expect(try await draft(.aspectFill) == small)
        let half = CropArea(left: 5000, top: 0, width: 5000, height: 5000)
        #expect(try await draft(.aspectFit, crop: half) == small.map { $0 / 2 })
    }
}
