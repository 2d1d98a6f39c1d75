import Foundation
import Platform
import TestSupport
import Testing

@testable import MediaDecoding

struct ThumbHashTests {
    /// What the package `thumbhash` of PyPI gives for the same pixels.
    @Test(arguments: [
        (32, 24, "db180e1d9a6076877088888688678887f3a40ff788"), (15, 32, "1498091b12608109798a7687fe7f34b7f7"),
        (9, 9, "87f8050f0881777780878888887888888787873870728f08"),
    ])
    func `hashes are those that others make`(width: Int, height: Int, expected: String) {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                pixels += [x * 8, y * 10, x * y].map { UInt8(truncatingIfNeeded: $0) }
            }
        }
        let hash = ThumbHash.make(pixels, PixelSize(width: width, height: height))
        let other = stride(from: 0, to: expected.utf8.count, by: 2).compactMap {
            UInt8(expected.dropFirst($0).prefix(2), radix: 16)
        }
        #expect(hash.prefix(5) == other.prefix(5))
        // Halves are rounded up here, to the even number there.
        #expect(distance(hash, other) <= 1)
    }

    @Test func `nothing has no hash, one pixel has one`() {
        #expect(ThumbHash.make([], PixelSize(width: 0, height: 5)) == [])
        #expect(!ThumbHash.make([255, 255, 255], PixelSize(width: 1, height: 1)).isEmpty)
    }

    /// The file has its picture lie on its side, and so the small one in it.
    @Test func `a camera's small picture gives the hash of the upright picture`() async throws {
        let text = try #require(try await Decoding.metadata("images/exif_thumbnail6.jpg").details[.thumbHash])
        let hash = [UInt8](try #require(Data(base64Encoded: text)))
        #expect(distance(hash, try await ofUprightPicture("images/exif_thumbnail6.jpg")) <= 1)
        #expect(distance(hash, try await ofUprightPicture("orientation/o3.jpg")) <= 1)
        #expect(try await Decoding.metadata("orientation/o3.jpg").details[.thumbHash] == nil)
    }

    @Test func `so does the small picture in a HEIF file`() async throws {
        let text = try #require(try await Decoding.metadata("modern/thumbnail.heic").details[.thumbHash])
        let hash = [UInt8](try #require(Data(base64Encoded: text)))
        #expect(distance(hash, try await ofUprightPicture("modern/thumbnail.heic")) <= 1)
        #expect(try await Decoding.metadata("modern/scene.heic").details[.thumbHash] == nil)
    }

    private func ofUprightPicture(_ name: String) async throws -> [UInt8] {
        let request = RenderRequest(size: PixelSize(width: 32, height: 32), format: .png)
        let pixels = try #require(Pixels(try await Decoding.pool.render(Decoding.file(name), request)))
        return ThumbHash.make(pixels.bytes, PixelSize(width: pixels.width, height: pixels.height))
    }

    /// The largest difference of two of the terms, of 16 steps.
    private func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        guard first.count == second.count else { return 16 }
        var largest = 0
        for (one, other) in zip(first.dropFirst(5), second.dropFirst(5)) {
            let (low, high) = (Int(one & 15) - Int(other & 15), Int(one >> 4) - Int(other >> 4))
            largest = max(largest, abs(low), abs(high))
        }
        return largest
    }
}
