import Foundation
import Platform
import TestSupport
import Testing

/// Pictures of every kind, shown as they should be.
@Suite(.endToEnd) struct PictureCases {
    let photos: TemporaryDirectory
    let data: TemporaryDirectory

    init() throws {
        photos = try TemporaryDirectory()
        data = try TemporaryDirectory()
    }

    private func serve(_ samples: [String]) throws -> (ServerUnderTest, [String: AssetJSON]) {
        try photos.add(samples)
        let server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        return (server, try server.assetsByName())
    }

    @Test func `C38: CMYK comes out in its colours`() throws {
        let (server, assets) = try serve(["images/cmyk_adobe.jpg"])
        let asset = try #require(assets["cmyk_adobe.jpg"])
        #expect(asset.pixels == [640, 480])
        for format in ["jpeg", "webp", "avif"] {
            let pixels = try Pixels(try server.get(asset.thumbnailURL + "&format=\(format)"))
            #expect(pixels.bands == 3)
            #expect(pixels.isUpright, "\(format): \(pixels.at(1, 1))")
        }
    }

    @Test func `C39: Display P3 is converted to sRGB`() throws {
        let (server, assets) = try serve(["images/p3.png"])
        let asset = try #require(assets["p3.png"])
        for format in ["jpeg", "webp"] {
            let pixels = try Pixels(try server.get(asset.thumbnailURL + "&format=\(format)"))
            #expect(pixels.isNear([215, 93, 32], at: (10, 10), within: 4), "\(format): \(pixels.at(10, 10))")
        }
    }

    @Test func `C40: an animation is shown by its first frame`() throws {
        let (server, assets) = try serve(["images/anim3.gif", "images/anim3.webp", "images/static.webp"])
        for name in ["anim3.gif", "anim3.webp"] {
            let asset = try #require(assets[name])
            #expect(asset.pixels == [64, 48])
            #expect(asset.mediaSubtypes == ["animated"])
            for (box, size) in [
                ("&w=64&h=64", [64, 48]), ("&w=40&h=40&exact=true&mode=aspectFill", [40, 40]), ("&w=32", [32, 24]),
            ] {
                let pixels = try Pixels(try server.get(asset.thumbnailURL + box))
                #expect(pixels.size == size)
                for place in [(2, 2), (10, 10), (17, 17)] {
                    let pixel = pixels.at(place.0, place.1)
                    #expect(pixel[0] > 200 && pixel[1] < 60 && pixel[2] < 60, "\(name)\(box): \(pixel)")
                }
            }
            #expect(try server.get(asset.originalURL).body == Samples.bytes("images/\(name)"))
        }
        #expect(assets["static.webp"]?.mediaSubtypes == [])
        let animated: PageJSON = try server.json("/collections/animated/assets")
        #expect(animated.total == 2)
    }

    @Test func `C41: half a picture is marked as such, and whole once the file is`() throws {
        let names = ["trunc_25.jpg", "trunc_50.jpg", "trunc_99.jpg", "trunc_50.png"]
        let (server, assets) = try serve(names.map { "broken/\($0)" } + ["broken/garbage_after_eoi.jpg"])
        var tags: [String: String] = [:]
        for name in names {
            let asset = try #require(assets[name])
            #expect(asset.pixels == [640, 480], "\(name)")
            let response = try server.get(asset.thumbnailURL)
            if response.status == 200 {
                #expect(response["cache-control"] == "no-cache", "\(name) is cached for good")
                tags[name] = response["etag"]
            } else {
                #expect(response.status == 422)
            }
        }
        let odd = try server.get(try #require(assets["garbage_after_eoi.jpg"]).thumbnailURL)
        #expect(odd["cache-control"]?.contains("immutable") == true)
        #expect(try Pixels(odd).isUpright)

        // The missing bytes come.
        let whole = ["jpg": try Samples.bytes("broken/noext"), "png": try Samples.bytes("broken/bad_crc.png")]
        for name in names {
            let start = try Samples.bytes("broken/\(name)")
            let rest = try #require(whole[String(name.suffix(3))]).dropFirst(start.count)
            let file = try #require(FileHandle(forWritingAtPath: photos.path(name)))
            try file.seekToEnd()
            try file.write(contentsOf: Data(rest))
            try file.close()
        }
        try server.rescan()
        let completed = try server.assetsByName()
        for name in names where name.hasSuffix(".jpg") {
            let asset = try #require(completed[name])
            #expect(asset.id == assets[name]?.id)
            #expect(asset.thumbnailURL != assets[name]?.thumbnailURL)
            let response = try server.get(asset.thumbnailURL)
            #expect(response["cache-control"]?.contains("immutable") == true, "\(name)")
            #expect(response["etag"] != tags[name])
            let pixels = try Pixels(response)
            #expect(pixels.isUpright)
            #expect(pixels.at(10, 19) != [128, 128, 128])
            // A URL of the content before leads to the picture of now, and is not to be kept.
            let old = try server.get(try #require(assets[name]).thumbnailURL)
            #expect(old["cache-control"] == "no-cache")
            #expect(old.body == response.body)
        }
    }

    @Test func `C42: the type is that of the content, whatever the name says`() throws {
        let pictures = ["jpg_named.heic", "jpg_named.mp4", "jpg_named.png", "noext"]
        let others = ["html.jpg", "lfs_pointer.jpg", "text.jpg", "garbage_before_soi.jpg"]
        let (server, assets) = try serve((pictures + others).map { "broken/\($0)" })
        for name in pictures {
            let asset = try #require(assets[name], "\(name)")
            #expect(asset.mediaType == "image")
            #expect(asset.pixels == [640, 480])
            #expect(asset.resources.map(\.contentType) == ["image/jpeg"])
            let original = try server.get(asset.originalURL)
            #expect(original["content-type"] == "image/jpeg")
            #expect(original["x-content-type-options"] == "nosniff")
            #expect(try Pixels(try server.get(asset.thumbnailURL)).isUpright)
        }
        for name in others {
            let asset = try #require(assets[name], "\(name)")
            #expect(asset.state == "unreadable")
            #expect(asset.problems.map(\.code) == ["notMedia"])
            #expect(try server.get(asset.thumbnailURL).status == 422)
            let original = try server.get(asset.originalURL)
            #expect(original["content-type"] == "application/octet-stream")
            #expect(original["x-content-type-options"] == "nosniff")
            #expect(try original.body == Samples.bytes("broken/\(name)"))
        }
    }

    @Test func `C45: HEIF is turned once, by its own boxes before Exif`() throws {
        let names = ["irot_and_exif1.heic", "irot_and_exif6.heic", "irot_and_exif8.heic"]
        let (server, assets) = try serve(names.map { "modern/\($0)" })
        for name in names {
            let asset = try #require(assets[name])
            #expect(asset.pixels == [640, 480], "\(name)")
            let pixels = try Pixels(try server.get(asset.thumbnailURL))
            #expect(pixels.size == [256, 192] && pixels.isUpright, "\(name)")
        }
    }

    @Test func `C47: a gain map is neither a picture of its own nor the motion photo's video`() throws {
        let name = "three_items_gainmap.jpg"
        let (server, assets) = try serve(["motion/\(name)"])
        #expect(assets.count == 1)
        let asset = try #require(assets[name])
        #expect(try server.get("/assets/\(asset.id)").text.contains("\"hdr\":\"gainMap\""))
        let video = try #require(asset.resources.first { $0.kind == "pairedVideo" })
        #expect(video.byteCount == 2354)
        let start = try server.get(try #require(video.url), fields: [("Range", "bytes=4-7")])
        #expect(start.status == 206 && start.body.elementsEqual("ftyp".utf8))
        #expect(try Pixels(try server.get(asset.thumbnailURL)).isUpright)
    }

    @Test func `C48: a file that can't be shown stays visible, and says why each time, until it is another`() throws {
        let names = ["zero.heic", "zero.mp4", "soi_only.jpg", "soi_eoi.jpg", "trunc_10.jpg"]
        try photos.write([0xFF], to: "one_byte.jpg")
        let (server, assets) = try serve(names.map { "broken/\($0)" })
        #expect(assets.keys.sorted() == (names + ["one_byte.jpg"]).sorted())
        for asset in assets.values {
            if asset.filename != "trunc_10.jpg" {
                #expect(asset.state == "unreadable", "\(asset.filename)")
                #expect(asset.problems.count == 1)
            }
            var texts: Set<String> = []
            for _ in 0..<3 {
                let response = try server.get(asset.thumbnailURL)
                #expect(response.status == 422, "\(asset.filename)")
                texts.insert(response.text)
            }
            #expect(texts.count == 1)
            #expect(try server.get(asset.originalURL).status == 200)
        }
        for name in assets.keys { try photos.write(Samples.picture(name.utf8.count), to: name) }
        try server.rescan()
        for (name, asset) in try server.assetsByName() {
            #expect(asset.id == assets[name]?.id, "\(name)")
            #expect(asset.state == "ready", "\(name): \(asset.problems)")
            #expect(asset.problems == [])
            #expect(try server.get(asset.thumbnailURL).status == 200)
        }
    }

    @Test func `C49: 16 bits, grey and transparent pictures keep their brightness`() throws {
        let (server, assets) = try serve(
            [
                "images/gray16.png", "images/color16.png", "images/transparent.png", "images/gray.jpg",
                "images/progressive.jpg",
            ])
        func pixels(_ name: String, _ format: String) throws -> Pixels {
            try Pixels(try server.get(try #require(assets[name]).thumbnailURL + "&format=\(format)"))
        }
        for format in ["jpeg", "webp", "avif"] {
            #expect(try pixels("gray16.png", format).isNear([128, 128, 128], at: (10, 10), within: 3), "\(format)")
            #expect(try pixels("color16.png", format).isNear([200, 100, 50], at: (10, 10), within: 6), "\(format)")
            #expect(try pixels("gray.jpg", format).size == [256, 192])
            #expect(try pixels("progressive.jpg", format).isUpright)
        }
        // Put on white where the format has no transparency, kept where it has.
        let flat = try pixels("transparent.png", "jpeg")
        #expect(flat.bands == 3 && flat.at(2, 10).allSatisfy { $0 > 240 }, "\(flat.at(2, 10))")
        #expect(try pixels("transparent.png", "webp").bands == 4)
    }
}
