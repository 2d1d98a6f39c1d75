import Foundation
import Platform
import Testing

@testable import MediaDecoding

/// Thumbnails look like those that other programs make of the same files (`Tests/Tools/draw_golden.py`).
struct GoldenTests {
    /// What an eye just sees in an even area is about 0.02. Scalers differ where there is fine detail.
    private static let mostOnAverage = 0.01
    /// One pixel in a hundred may be off by more: at hard edges, where videos' coarse colours are made fine.
    private static let mostInOfHundred = 0.1

    static let names = Decoding.names.filter { $0.hasPrefix("golden/") }.map {
        String($0.dropFirst("golden/".count).dropLast(".png".count))
    }

    @Test func `there are golden pictures of all kinds`() { #expect(Self.names.count >= 22) }

    @Test(arguments: names) func `a thumbnail looks like the golden picture`(_ name: String) async throws {
        let (average, far) = try await distance(of: name, from: name)
        #expect(average <= Self.mostOnAverage && far <= Self.mostInOfHundred, "\(average), \(far)")
    }

    @Test(arguments: [
        ("images/scene.jpg", "images/scene_p3.jpg"), ("orientation/o1.jpg", "images/gray.jpg"),
        ("modern/noirot_exif6.heic", "images/exif_orient6.webp"),
    ])
    func `other colours or another way up are seen`(_ name: String, _ golden: String) async throws {
        let (average, _) = try await distance(of: name, from: golden)
        #expect(average > Self.mostOnAverage, "\(average)")
    }

    /// The average, and what one pixel in a hundred exceeds.
    private func distance(of name: String, from goldenName: String) async throws -> (average: Double, far: Double) {
        let request = RenderRequest(size: PixelSize(width: 64, height: 64), format: .png)
        let ours = try #require(PerceivedPicture(try await Decoding.pool.render(Decoding.file(name), request).bytes))
        let golden = try #require(PerceivedPicture(try Decoding.bytes("golden/\(goldenName).png")))
        let distances = try #require(ours.distances(from: golden), "another size").sorted()
        return (distances.reduce(0, +) / Double(distances.count), distances[distances.count * 99 / 100])
    }
}

/// A picture as eyes see it: in Oklab (B. Ottosson, "A perceptual color space for image processing", 2020), on white.
struct PerceivedPicture {
    let size: PixelSize
    private let pixels: [SIMD3<Double>]

    init?(_ encoded: [UInt8]) {
        guard let decoded = Pixels(encoded) else { return nil }
        size = PixelSize(width: decoded.width, height: decoded.height)
        let bands = decoded.bands
        pixels = stride(from: 0, to: decoded.bytes.count, by: bands).map { start in
            let pixel = decoded.bytes[start..<(start + bands)].map { Double($0) / 255 }
            let color = bands >= 3 ? SIMD3(pixel[0], pixel[1], pixel[2]) : SIMD3(repeating: pixel[0])
            let alpha = bands % 2 == 0 ? pixel[bands - 1] : 1
            return Self.oklab(color * alpha + SIMD3(repeating: 1 - alpha))
        }
    }

    private static func oklab(_ color: SIMD3<Double>) -> SIMD3<Double> {
        func linear(_ value: Double) -> Double {
            value <= 0.04045 ? value / 12.92 : Foundation.pow((value + 0.055) / 1.055, 2.4)
        }
        let (red, green, blue) = (linear(color.x), linear(color.y), linear(color.z))
        let long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
        let medium = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
        let short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
        return SIMD3(
            0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
            1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
            0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short)
    }

    /// How far each pixel is from the one at the same place; nil where the sizes differ.
    func distances(from other: PerceivedPicture) -> [Double]? {
        guard size == other.size else { return nil }
        return zip(pixels, other.pixels).map { ours, theirs in
            let difference = ours - theirs
            return (difference * difference).sum().squareRoot()
        }
    }
}
