import Foundation
import Glibc
import Platform
import TestSupport
import Testing

/// What pictures say of themselves, as clients see it.
@Suite(.endToEnd) struct MetadataCases {
    let photos: TemporaryDirectory
    let data: TemporaryDirectory

    init() throws {
        photos = try TemporaryDirectory()
        data = try TemporaryDirectory()
    }

    @Test func `C25: dates that are none give the file's own, never 1970 or year 0`() throws {
        let names = ["IMG_20200102_030405_zero", "blank", "empty", "month13", "leap_bad"].map { "dates/\($0).jpg" }
        try photos.add(names + ["dates/leap_ok.jpg", "dates/y2038.jpg", "dates/y9999.jpg", "dates/sec60.jpg"])
        for name in names {
            let path = photos.path(name.split(separator: "/").last.map(String.init) ?? "")
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: path)
        }
        let server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        let assets = try server.assetsByName()
        #expect(assets.count == 9)
        for name in names.compactMap({ $0.split(separator: "/").last.map(String.init) }) {
            let asset = try #require(assets[name])
            #expect(asset.state == "ready")
            let isNamed = name.hasPrefix("IMG_")
            #expect(asset.creationDateSource == (isNamed ? "file:name" : "file:modified"), "\(name)")
            let date = isNamed ? "2020-01-02T03:04:05" : "2001-09-09T01:46:40+00:00"
            #expect(asset.creationDate == date, "\(name)")
        }
        #expect(assets["leap_ok.jpg"]?.creationDate == "2016-02-29T12:00:00")
        #expect(assets["y2038.jpg"]?.creationDate == "2038-01-19T03:14:08+00:00")
        #expect(assets["sec60.jpg"]?.creationDate == "2016-12-31T23:59:59+00:00")
        // The list is sorted by them, and every date comes back from a query for it.
        let page: PageJSON = try server.json("/assets?startDate=2001-09-09&endDate=2001-09-09")
        #expect(page.total == 4)
        #expect(try server.assets("&sort=taken&order=ascending").first?.filename != "leap_ok.jpg")
    }

    @Test func `C34: every orientation comes out upright, in the list and in the picture`() throws {
        let names = Samples.names("orientation")
        #expect(names.count == 10)
        try photos.add(names + ["images/exif_orient6.webp", "modern/irot_and_exif6.heic"])
        let server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        for asset in try server.assets() {
            let pixels = try Pixels(try server.get(asset.thumbnailURL))
            if asset.filename == "exif_orient6.webp" {
                #expect(asset.pixels == [480, 640])
                #expect(pixels.size == [192, 256])
            } else {
                #expect(asset.pixels == [640, 480], "\(asset.filename)")
                #expect(pixels.size == [256, 192], "\(asset.filename)")
                #expect(pixels.isUpright, "\(asset.filename)")
            }
        }
    }

    /// A JPEG whose Exif follows 33 segments of 64 kB each.
    static func withDistantExif() throws -> [UInt8] {
        let picture = try Samples.picture()
        let segment: [UInt8] = [0xFF, 0xE2, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 0xFFFD)
        return picture.prefix(2) + (0..<33).flatMap { _ in segment } + picture.dropFirst(2)
    }

    @Test func `C35: Exif far away, twice, in circles or with entities costs neither time nor memory`() throws {
        let names = Samples.names("structure")
        #expect(names.count >= 8)
        try photos.add(names)
        try photos.write(Self.withDistantExif(), to: "exif_after_2mb.jpg")
        let server = try ServerUnderTest(photos, data: data)
        let clock = ContinuousClock()
        let indexing = try clock.measure { try server.waitUntilIdle() }
        #expect(indexing < .seconds(60))
        let assets = try server.assetsByName()
        #expect(assets.count == names.count + 1)
        for asset in assets.values {
            #expect(asset.state == "ready", "\(asset.filename): \(asset.problems)")
            let start = clock.now
            let pixels = try Pixels(try server.get(asset.thumbnailURL + "&w=64"))
            #expect(clock.now - start < .seconds(30), "\(asset.filename)")
            #expect(pixels.width <= 64, "\(asset.filename)")
            let json = try server.get("/assets/\(asset.id)").text
            #expect(!json.contains("lollol"), "an entity was expanded")
            #expect(!json.contains("root:"), "a file was read")
        }
        let wanted: [String: String] = [
            "exif_after_2mb.jpg": "2016-02-29T12:00:00", "ifd_loop.jpg": "2021-01-01T01:01:01",
            "makernote_out_of_range.jpg": "2021-01-01T01:01:01", "two_exif_segments.jpg": "2021-01-01T01:01:01",
        ]
        for (name, date) in wanted { #expect(assets[name]?.creationDate == date, "\(name)") }
        for child in try server.children() { #expect(child.peakByteCount < 200 << 20) }
    }
}
