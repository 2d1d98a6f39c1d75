import Foundation
import Platform
import TestSupport
import Testing

/// Videos, as clients see them.
@Suite(.endToEnd) struct VideoCases {
    let photos: TemporaryDirectory
    let data: TemporaryDirectory

    init() throws {
        photos = try TemporaryDirectory()
        data = try TemporaryDirectory()
    }

    @Test func `C52, C53, C54: sizes, lengths and posters are those of the first real track`() throws {
        let names = ["rot0.mp4", "rot90.mp4", "rot270.mp4", "short_400ms.mp4", "noaudio.mp4", "audio_only.mp4"]
        try photos.add(names.map { "video/\($0)" })
        let server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        let assets = try server.assetsByName()
        for name in names.dropLast() {
            let asset = try #require(assets[name])
            #expect(asset.mediaType == "video" && asset.pixels == [160, 120], "\(name)")
            let pixels = try Pixels(try server.get(asset.thumbnailURL))
            #expect(pixels.size == [160, 120], "\(name)")
            #expect(pixels.isUpright, "\(name)")
        }
        #expect(assets["short_400ms.mp4"]?.duration == 0.4)
        let sound = try #require(assets["audio_only.mp4"])
        #expect(sound.mediaType == "audio")
        #expect(try server.get(sound.thumbnailURL).status == 422)
    }

    @Test func `videos that browsers don't play are made playable, once, and are there after a restart`() throws {
        try photos.add(["video/hevc_hvc1.mov", "video/mjpeg.avi", "video/quicktime_keys.mov", "video/base.mp4"])
        try photos.add(["live/pair/IMG_0001.JPG", "live/pair/IMG_0001.MOV", "motion/MVIMG_20190101_000000.jpg"])
        var server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        for round in 1...2 {
            for asset in try server.assets() {
                let video = try #require(asset.video, "\(asset.filename)")
                #expect(video.isPlayable == ["base.mp4", "MVIMG_20190101_000000.jpg"].contains(asset.filename))
                let waiting = round == 1 ? "?wait=60s" : ""
                let answer = try server.get(video.playableURL + waiting)
                #expect(answer.status == 200, "\(asset.filename): \(answer.text)")
                #expect(answer.body.dropFirst(4).prefix(4).elementsEqual("ftyp".utf8), "\(asset.filename)")
                let part = try server.get(video.playableURL, fields: [("Range", "bytes=4-7")])
                #expect(part.status == 206 && part.body.elementsEqual("ftyp".utf8), "\(asset.filename)")
            }
            if round == 1 {
                try server.terminate()
                server = try ServerUnderTest(photos, data: data)
                try server.waitUntilIdle()
            }
        }
    }
}
