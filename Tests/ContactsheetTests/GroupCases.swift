import Foundation
import Platform
import TestSupport
import Testing

/// Files that belong together, as clients see them.
@Suite(.endToEnd) struct GroupCases {
    let photos: TemporaryDirectory
    let data: TemporaryDirectory

    init() throws {
        photos = try TemporaryDirectory()
        data = try TemporaryDirectory()
    }

    @Test func `C56: other identifiers never pair, and none only close in time`() throws {
        let kinds = [
            "pair", "same_name_other_id", "same_name_no_id_close", "same_name_no_id_far_dates", "empty_id", "orphan",
        ]
        for kind in kinds { try photos.add(Samples.names("live/\(kind)"), flat: false) }
        let server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        let videos = try server.assets().reduce(into: [String: String]()) { found, asset in
            if asset.resources.contains(where: { $0.kind == "pairedVideo" }) || asset.mediaType == "video" {
                found[asset.filename] = asset.resources.first { $0.kind == "pairedVideo" }?.filename ?? "alone"
            }
        }
        #expect(
            videos == [
                "IMG_0001.JPG": "IMG_0001.MOV", "IMG_9140.MOV": "alone", "IMG_8.JPG": "IMG_8.MOV", "IMG_7.MOV": "alone",
                "V.MOV": "alone", "IMG_0006.MOV": "alone",
            ])
        let live = try server.assets().filter { $0.mediaSubtypes.contains("livePhoto") }.map(\.filename)
        #expect(Set(live) == ["IMG_0001.JPG", "IMG_8.JPG"])
    }

    @Test func `C57: halves that arrive, leave and move apart pair in the end, with the same ids`() throws {
        let (still, video) = ("IMG_0001.JPG", "IMG_0001.MOV")
        try photos.makeDirectories("elsewhere")
        var server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        func add(_ name: String) throws { try photos.add(["live/pair/\(name)"]) }
        func shown() throws -> [String: String] {
            let page: PageJSON = try server.json("/assets?settle=10s")
            return Dictionary(page.items.map { ($0.filename, $0.id) }, uniquingKeysWith: { first, _ in first })
        }
        try add(video)
        let videoID = try #require(try shown()[video])
        try add(still)
        let paired = try shown()
        let stillID = try #require(paired[still])
        #expect(paired.count == 1)
        let byVideo: AssetJSON = try server.json("/assets/\(videoID)")
        #expect(byVideo.id == stillID)
        try photos.remove(still)
        #expect(try shown() == [video: videoID])
        try server.terminate()
        server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        #expect(try shown() == [video: videoID])
        try add(still)
        #expect(try shown() == [still: stillID])
        try photos.move(video, to: "elsewhere/\(video)")
        #expect(try shown() == [still: stillID])
        try server.terminate()
        server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        #expect(try shown() == [still: stillID])
        try photos.move(still, to: "elsewhere/other.JPG")
        #expect(try shown() == ["other.JPG": stillID])
        try photos.remove("elsewhere/\(video)")
        let alone: AssetJSON = try server.json("/assets/\(stillID)?settle=10s")
        #expect(alone.resources.count == 1 && !alone.mediaSubtypes.contains("livePhoto"))
        try add(video)
        #expect(try shown() == ["other.JPG": stillID])
        #expect(try (server.json("/assets/\(videoID)") as AssetJSON).id == stillID)
    }

    @Test func `C59: the video of a motion photo is served with ranges, and never other bytes`() throws {
        try photos.add(Samples.names("motion"))
        let server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        let assets = try server.assetsByName()
        #expect(assets.count == 10)
        for (name, asset) in assets {
            let isMotion = !["flag_but_stripped.jpg", "flag_zero.jpg", "no_xmp_ftyp_trailer.jpg"].contains(name)
            #expect(asset.mediaSubtypes.contains("livePhoto") == isMotion, "\(name)")
            guard isMotion else {
                #expect(asset.resources.count == 1)
                continue
            }
            let video = try #require(asset.resources.last)
            #expect(video.kind == "pairedVideo" && video.byteCount == 2354, "\(name)")
            #expect(video.contentType == "video/mp4")
            let url = try #require(video.url)
            let whole = try server.get(url)
            #expect(whole.body.count == 2354)
            #expect(whole.body.dropFirst(4).prefix(4).elementsEqual("ftyp".utf8), "\(name)")
            let part = try server.get(url, fields: [("Range", "bytes=4-7")])
            #expect(part.status == 206 && part.body.elementsEqual("ftyp".utf8), "\(name)")
        }
    }

    /// Files of phones, which are not part of the project.
    @Test(.enabled(if: Samples.thirdParty != nil, "CONTACTSHEET_SAMPLES names no folder of third-party samples"))
    func `C59: the videos of Samsung's motion photos are cut out where they begin`() throws {
        let starts = [
            ("ente-motion-photos/assets/motionphoto.heic", 1_455_411),
            ("immich-test-assets/formats/motionphoto/samsung-one-ui-6.heic", 452_284),
        ]
        let folder = try #require(Samples.thirdParty)
        for (number, (name, _)) in starts.enumerated() {
            let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
            try photos.write([UInt8](bytes), to: FileName("\(number).heic"))
        }
        let server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        let assets = try server.assetsByName()
        for (number, (_, start)) in starts.enumerated() {
            let asset = try #require(assets["\(number).heic"])
            let video = try #require(asset.resources.last)
            #expect(video.kind == "pairedVideo" && asset.mediaSubtypes.contains("livePhoto"))
            let url = try #require(video.url)
            let head = try server.get(url, fields: [("Range", "bytes=0-63")])
            let range = [("Range", "bytes=\(start)-\(start + 63)")]
            #expect(head.body == (try server.get(asset.originalURL, fields: range)).body)
            #expect(head.body.dropFirst(4).prefix(4).elementsEqual("ftyp".utf8))
        }
    }
}
