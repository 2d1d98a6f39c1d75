import Foundation
import HTTPServing
import MediaDecoding
import PhotoLibrary
import Platform
import TestSupport
import Testing

@testable import PickerAPI

/// Videos for browsers: as they are, or made playable.
@Suite struct PlayableRouteTests {
    private static func video(_ codec: String, audio: String? = nil) -> (inout Asset) -> Void {
        { asset in
            asset.mediaType = .video
            asset.video = VideoTrack(codec: codec, audioCodec: audio, frameRate: 30)
        }
    }

    @Test func whatBrowsersPlayIsTheFileItself() async throws {
        let api = try await TestAPI()
        let asset = try await api.add(
            FileName("a.mp4"), content: Array("0123456789".utf8), contentType: "video/mp4",
            change: Self.video("h264", audio: "aac"))
        let video = try #require(try await api.json("/assets/\(asset.id)")["video"] as? [String: Any])
        #expect(video["isPlayable"] as? Bool == true && video["playability"] is NSNull)
        let url = try #require(video["playableURL"] as? String)
        let part = try await api.get(url, ["Range": "bytes=2-3"])
        #expect(part.status == 206 && part.fields["Content-Range"] == "bytes 2-3/10")
    }

    @Test func whatTheyDoNotPlayIsMade() async throws {
        let api = try await TestAPI()
        let asset = try await api.add(FileName("a.mov"), contentType: "video/quicktime", change: Self.video("hevc"))
        let video = try #require(try await api.json("/assets/\(asset.id)")["video"] as? [String: Any])
        #expect(video["isPlayable"] as? Bool == false)
        #expect(video["playability"] as? String == "not every browser plays hevc")
        let url = try #require(video["playableURL"] as? String)
        let made = try await api.get(url + "?wait=60s")
        #expect(made.status == 200 && made.fields["Content-Type"] == "video/mp4")
        #expect(made.body.length == "all whole".utf8.count)
        let tag = try #require(made.fields["ETag"])
        #expect(try await api.get(url, ["If-None-Match": tag]).status == 304)
        let part = try await api.get(url, ["Range": "bytes=0-2", "If-Range": tag])
        #expect(part.status == 206 && part.body.length == 3)
        #expect(try await api.get(url, ["Range": "bytes=99-"]).status == 416)
    }

    @Test func whatIsBeingMadeIsAskedForAgain() async throws {
        let api = try await TestAPI()
        let asset = try await api.add(FileName("a.mov"), contentType: "video/quicktime", change: Self.video("hevc"))
        let url = "/assets/\(asset.id)/playable"
        let first = try await api.get(url)
        if first.status == 202 {
            #expect(first.fields["Location"] == url && first.fields["Retry-After"] == "1")
            #expect(try TestAPI.object(first)["state"] as? String == "making")
        }
        #expect(try await api.get(url + "?wait=60s").status == 200)
        #expect(try await api.get(url + "?wait=61s").status == 400)
    }

    @Test func aMotionPhotoPlaysThePartOfItsFile() async throws {
        let api = try await TestAPI()
        let asset = try await api.add(FileName("a.jpg"), content: Array("picturevideo".utf8)) {
            $0.motionVideo = 7..<12
        }
        let json = try await api.json("/assets/\(asset.id)")
        let resources = try #require(json["resources"] as? [[String: Any]])
        #expect(resources.map { $0["byteCount"] as? Int } == [12, 5])
        #expect(resources.map { $0["filename"] as? String } == ["a.jpg", "a.mp4"])
        let part = try await api.get("/assets/\(asset.id)/resources/pairedVideo", ["Range": "bytes=1-"])
        #expect(part.status == 206 && part.fields["Content-Range"] == "bytes 1-4/5")
        #expect(try await api.get("/assets/\(asset.id)/playable?wait=60s").body.length == "all 7..<12".utf8.count)
        // Another content at that place is never served as the video.
        try "another content".write(toFile: api.directory.path("photos/a.jpg"), atomically: false, encoding: .utf8)
        #expect(try await api.get("/assets/\(asset.id)/resources/pairedVideo").status == 503)
    }

    @Test func failuresHaveTheirStatus() async throws {
        let api = try await TestAPI()
        let photo = try await api.add(FileName("a.jpg"))
        #expect(try await api.get("/assets/\(photo.id)/playable").status == 404)
        api.conversions.fail(with: DecodeFailure(.damaged, "no pictures in it"))
        let broken = try await api.add(FileName("b.mov"), contentType: "video/quicktime", change: Self.video("hevc"))
        let refused = try await api.get("/assets/\(broken.id)/playable?wait=60s")
        #expect(refused.status == 422)
        #expect(try TestAPI.object(refused)["code"] as? String == "damaged")
        api.conversions.fail(with: DecodeFailure(.overloaded, "no space"))
        let other = try await api.add(FileName("c.mov"), contentType: "video/quicktime", change: Self.video("hevc"))
        #expect(try await api.get("/assets/\(other.id)/playable?wait=60s").status == 503)
        api.conversions.fail(with: nil)
        #expect(try await api.get("/assets/\(other.id)/playable?wait=60s").status == 200)
    }
}
