import Foundation
import Platform
import TestSupport
import Testing

@testable import MediaDecoding

/// Digital Negatives without a preview, whose directory stands behind the pixels (TIFF 6.0 section 2; DNG 1.4).
struct DNGTests {
    @Test func `a linear one is told by its directory and shown as it is`() async throws {
        let side = 260
        let red = [[UInt8]](repeating: [200, 20, 20], count: side * side).flatMap { $0 }
        let file = DNGFile(
            pixels: red, width: side, height: side,
            [
                .shorts(0x102, [8, 8, 8]), .shorts(0x106, [2]), .shorts(0x112, [1]), .shorts(0x115, [3]),
            ])
        let image = try await image(of: file)
        #expect(image.pixelSize == PixelSize(width: 100, height: 100))
        #expect(try #require(Pixels(image)).color(1, 1) == "red")
    }

    /// Red on the left of the sensor and blue on the right, turned by a quarter; 65,535 is white.
    @Test func `what the sensor saw is developed`() async throws {
        let (width, height) = (260, 200)
        var pixels: [UInt8] = []
        for row in 0..<height {
            for column in 0..<width {
                let isRed = row % 2 == 0 && column % 2 == 0 && column < width / 2
                let isBlue = row % 2 == 1 && column % 2 == 1 && column >= width / 2
                let level: UInt16 = isRed || isBlue ? 50_000 : 500
                pixels += [UInt8(truncatingIfNeeded: level), UInt8(level >> 8)]
            }
        }
        let identity: [Int32] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
        let file = DNGFile(
            pixels: pixels, width: width, height: height,
            [
                .shorts(0x102, [16]), .shorts(0x106, [32803]), .shorts(0x112, [6]), .shorts(0x115, [1]),
                .shorts(0x828D, [2, 2]), .bytes(0x828E, [0, 1, 1, 2]), .rationals(0xC621, identity),
                .rationals(0xC628, [1, 1, 1]),
            ])
        let image = try await image(of: file)
        #expect(image.pixelSize == PixelSize(width: 77, height: 100))
        let shown = try #require(Pixels(image))
        #expect(shown.color(10, 2) == "red")
        #expect(shown.color(10, 18) == "blue")
    }

    /// A picture of a file within 100 × 100 pixels.
    private func image(of content: DNGFile) async throws -> RenderedImage {
        let directory = try TemporaryDirectory()
        try directory.write(content.bytes, to: "a.dng")
        let path = directory.name
        let file = MediaFile(name: "a.dng") { () throws(SystemError) in try Directory(at: path).file(FileName("a.dng"))
        }
        let metadata = try #require(await Decoding.pool.metadata(of: [file]).first).get()
        #expect(metadata.contentType == "image/x-adobe-dng")
        #expect(metadata.traits.contains(.raw))
        #expect(metadata.pixelSize == content.uprightSize)
        return try await Decoding.pool.render(
            file, RenderRequest(size: PixelSize(width: 100, height: 100), format: .png))
    }
}

/// A little-endian TIFF of one strip.
private struct DNGFile {
    struct Entry {
        let tag: UInt16
        let type: UInt16
        let count: Int
        let value: [UInt8]

        static func bytes(_ tag: UInt16, _ values: [UInt8]) -> Entry {
            Entry(tag: tag, type: 1, count: values.count, value: values)
        }
        static func shorts(_ tag: UInt16, _ values: [UInt16]) -> Entry {
            Entry(tag: tag, type: 3, count: values.count, value: values.flatMap { littleEndian($0) })
        }
        static func long(_ tag: UInt16, _ value: UInt32) -> Entry {
            Entry(tag: tag, type: 4, count: 1, value: littleEndian(value))
        }
        /// Signed, with the denominator 1.
        static func rationals(_ tag: UInt16, _ values: [Int32]) -> Entry {
            Entry(
                tag: tag, type: 10, count: values.count,
                value: values.flatMap { littleEndian($0) + littleEndian(Int32(1)) })
        }
    }

    let bytes: [UInt8]
    let uprightSize: PixelSize

    init(pixels: [UInt8], width: Int, height: Int, _ others: [Entry]) {
        let isAside = others.contains { $0.tag == 0x112 && $0.value[0] > 4 }
        uprightSize = isAside ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
        let entries =
            [
                Entry.long(0x100, UInt32(width)), .long(0x101, UInt32(height)), .shorts(0x103, [1]), .long(0x111, 8),
                .long(0x116, UInt32(height)), .long(0x117, UInt32(pixels.count)), .bytes(0xC612, [1, 4, 0, 0]),
            ] + others
        let start = 8 + pixels.count
        var directory = littleEndian(UInt16(entries.count))
        var values: [UInt8] = []
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            directory += littleEndian(entry.tag) + littleEndian(entry.type) + littleEndian(UInt32(entry.count))
            if entry.value.count <= 4 {
                directory += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            } else {
                directory += littleEndian(UInt32(start + 2 + entries.count * 12 + 4 + values.count))
                values += entry.value
            }
        }
        bytes = [0x49, 0x49, 42, 0] + littleEndian(UInt32(start)) + pixels + directory + [0, 0, 0, 0] + values
    }
}

private func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
}
