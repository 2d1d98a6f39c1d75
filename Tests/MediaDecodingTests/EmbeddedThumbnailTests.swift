import Platform
import Testing

@testable import MediaDecoding

struct EmbeddedThumbnailTests {
    @Test(arguments: [
        ([160, 120], [4000, 3000], [160, 120]), ([160, 120], [6000, 4000], [160, 107]),
        ([160, 120], [1920, 1080], [160, 90]), ([120, 160], [3000, 4000], [120, 160]),
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
}
