import Foundation
import Platform
import TestSupport
import Testing

@testable import MediaDecoding

/// A Digital Negative without a preview whose directory stands behind the pixels.
struct LinearDNGTests {
    private static let side = 260

    /// Red pixels, then the directory (TIFF 6.0 section 2; DNG 1.4 tag 0xC612).
    private static func file() -> [UInt8] {
        let pixels = [[UInt8]](repeating: [200, 20, 20], count: side * side).flatMap { $0 }
        let directory = UInt32(8 + pixels.count)
        func bytes(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
        func entry(_ tag: UInt32, _ type: UInt32, _ value: UInt32, count: UInt32 = 1) -> [UInt8] {
            Array(bytes(tag).prefix(2) + bytes(type).prefix(2)) + bytes(count) + bytes(value)
        }
        let bits = directory + 2 + 11 * 12 + 4
        let side = UInt32(Self.side)
        var file: [UInt8] = [0x49, 0x49, 42, 0] + bytes(directory) + pixels
        file += [11, 0]
        file += entry(0x100, 4, side) + entry(0x101, 4, side) + entry(0x102, 3, bits, count: 3)
        file += entry(0x103, 3, 1) + entry(0x106, 3, 2) + entry(0x111, 4, 8) + entry(0x112, 3, 1)
        file += entry(0x115, 3, 3) + entry(0x116, 4, side) + entry(0x117, 4, UInt32(pixels.count))
        file += entry(0xC612, 1, 0x0000_0401, count: 4)
        file += bytes(0) + [8, 0, 8, 0, 8, 0]
        return file
    }

    @Test func `is told by its directory and shown without a preview`() async throws {
        let directory = try TemporaryDirectory()
        try directory.write(Self.file(), to: "a.dng")
        let path = directory.name
        let file = MediaFile(name: "a.dng") { () throws(SystemError) in try Directory(at: path).file(FileName("a.dng"))
        }
        let metadata = try #require(await Decoding.pool.metadata(of: [file]).first).get()
        #expect(metadata.contentType == "image/x-adobe-dng")
        #expect(metadata.traits.contains(.raw))
        let request = RenderRequest(size: PixelSize(width: 100, height: 100), format: .png)
        let image = try await Decoding.pool.render(file, request)
        #expect(image.pixelSize == PixelSize(width: 100, height: 100))
        #expect(try #require(Pixels(image)).color(1, 1) == "red")
    }
}
