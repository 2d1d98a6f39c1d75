import CVips
import Foundation
import Platform

@testable import MediaDecoding

/// Fixtures, and the real pool over the `contactsheet` binary that the tests were built with.
enum Decoding {
    static let pool = pool(.standard)

    static func pool(_ limits: DecoderLimits, width: Int = 2, isPrepared: Bool = false) -> DecoderPool {
        let binary = Bundle.module.bundleURL.deletingLastPathComponent().appendingPathComponent("contactsheet").path
        return DecoderPool(
            executable: FileName(binary), width: width, limits: limits, isPrepared: isPrepared, log: .silent)
    }

    static func path(_ name: String) -> String {
        Bundle.module.bundleURL.appendingPathComponent("Fixtures").appendingPathComponent(name).path
    }

    static func file(_ name: String) -> MediaFile { file(at: path(name)) }

    static func file(at path: String) -> MediaFile {
        MediaFile(name: path) { () throws(SystemError) in
            try Directory(at: FileName(URL(fileURLWithPath: path).deletingLastPathComponent().path))
                .file(FileName(URL(fileURLWithPath: path).lastPathComponent))
        }
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
    }

    /// Every fixture, as its path beneath the folder of fixtures.
    static let names: [String] = {
        let root = Bundle.module.bundleURL.appendingPathComponent("Fixtures").path
        return (FileManager.default.subpaths(atPath: root) ?? []).sorted().filter { $0.contains(".") }
    }()

    static func metadata(_ name: String) async throws -> MediaMetadata {
        let answers = await pool.metadata(of: [file(name)])
        return try answers[0].get()
    }
}

/// The pixels of an encoded picture.
struct Pixels {
    let width: Int, height: Int, bands: Int
    let bytes: [UInt8]

    init?(_ image: RenderedImage) { self.init(image.bytes) }

    init?(_ encoded: [UInt8]) {
        let found: Pixels? = encoded.withUnsafeBytes { bytes in
            guard let picture = VipsPicture(header: bytes) else { return nil }
            var count = 0
            guard let start = vips_image_write_to_memory(picture.image, &count) else { return nil }
            defer { g_free(start) }
            return Pixels(
                width: picture.size.width, height: picture.size.height, bands: Int(vips_image_get_bands(picture.image)),
                bytes: [UInt8](UnsafeRawBufferPointer(start: start, count: count)))
        }
        guard let found else { return nil }
        self = found
    }

    private init(width: Int, height: Int, bands: Int, bytes: [UInt8]) {
        self.width = width
        self.height = height
        self.bands = bands
        self.bytes = bytes
    }

    /// The pixel at a place given in twentieths of the sides.
    func pixel(_ x: Int, _ y: Int) -> [Int] {
        let start = (y * height / 20 * width + x * width / 20) * bands
        return bytes[start..<(start + bands)].map { Int($0) }
    }

    /// The colour of a fixture's corner.
    func color(_ x: Int, _ y: Int) -> String {
        let pixel = pixel(x, y)
        guard pixel.count >= 3 else { return "grey" }
        switch (pixel[0] > 130, pixel[1] > 110, pixel[2] > 130) {
        case (true, false, false): return "red"
        case (false, true, false): return "green"
        case (false, false, true): return "blue"
        case (true, true, false): return "yellow"
        default: return "\(pixel)"
        }
    }
}
