import Foundation
import HTTPServing
import MediaDecoding
import PhotoLibrary
import Platform
import TestSupport
import Testing

@testable import PickerAPI

/// Assets of several files, as clients see them.
@Suite struct GroupRoutesTests {
    @Test func aMemberLeadsToItsGroupAndIsServedAsItsResource() async throws {
        let api = try await TestAPI()
        let still = try await api.add(FileName("IMG_1.JPG"), content: Array("still".utf8))
        let video = try await api.add(
            FileName("IMG_1.MOV"), content: Array("0123456789".utf8), contentType: "video/quicktime"
        ) {
            $0.mediaType = .video
        }
        let before = try await api.get("/assets/\(still.id)").fields["ETag"]
        try await api.join(video, to: still, as: .pairedVideo)
        #expect(try await api.json("/assets")["total"] as? Int == 1)
        for id in [still.id, video.id] {
            let asset = try await api.json("/assets/\(id)")
            #expect(asset["id"] as? String == still.id.description)
            let resources = try #require(asset["resources"] as? [[String: Any]])
            #expect(resources.map { $0["kind"] as? String } == ["photo", "pairedVideo"])
            #expect(resources.map { $0["filename"] as? String } == ["IMG_1.JPG", "IMG_1.MOV"])
            let url = try #require(resources[1]["url"] as? String)
            #expect(url == "/assets/\(still.id)/resources/pairedVideo")
            let part = try await api.get(url, ["Range": "bytes=2-4"])
            #expect(part.status == 206 && part.fields["Content-Range"] == "bytes 2-4/10")
            #expect(part.fields["Content-Type"] == "video/quicktime")
        }
        #expect(try await api.get("/assets/\(still.id)").fields["ETag"] != before)
        #expect(try await api.get("/assets/\(still.id)/resources/photo").body.length == 5)
        #expect(try await api.get("/assets/\(video.id)/original").body.length == 5)
        for missing in ["video", "edited", "nothing", "pairedVideo?number=2"] {
            #expect(try await api.get("/assets/\(still.id)/resources/\(missing)").status == 404, "\(missing)")
        }
        #expect(try await api.get("/assets/\(still.id)/resources/photo?number=0").status == 400)
    }

    @Test(arguments: [("", "still"), ("frame=1s", "video"), ("strip=5", "video"), ("animated=webp", "video")])
    func framesOfALivePhotoAreThoseOfItsVideo(query: String, content: String) async throws {
        let api = try await TestAPI()
        let still = try await api.add(FileName("IMG_1.JPG"), content: Array("still".utf8))
        let video = try await api.add(FileName("IMG_1.MOV"), content: Array("video".utf8)) { $0.mediaType = .video }
        try await api.join(video, to: still, as: .pairedVideo)
        let url = try #require(try await api.json("/assets/\(still.id)")["thumbnailURL"] as? String) + "&" + query
        for _ in 0..<2 {
            let response = try await api.get(url)
            #expect(response.status == 200)
            // The URL names the still alone.
            let isImmutable = response.fields["Cache-Control"] != "no-cache"
            #expect(isImmutable == (content == "still"))
            let tag = try #require(response.fields["ETag"])
            #expect(try await api.get(url, ["If-None-Match": tag]).status == 304)
        }
        let file = try #require(api.decoder.lastFile).open()
        #expect(try file.read(count: 5, at: 0) == Array(content.utf8))
    }

    @Test func partingAndRemovalGiveTheMemberBack() async throws {
        let api = try await TestAPI()
        let still = try await api.add(FileName("IMG_1.JPG"))
        let video = try await api.add(FileName("IMG_1.MOV"))
        try await api.join(video, to: still, as: .pairedVideo)
        let token = try #require(try await api.json("/changes")["token"] as? String)
        try await api.library.commit([.removeAsset(still.id)])
        let change = try await api.json("/changes?since=\(token)")
        #expect(change["removed"] as? [Int] == [0])
        let inserted = try #require(change["inserted"] as? [[String: Any]])
        #expect(inserted.map { ($0["asset"] as? [String: Any])?["id"] as? String } == [video.id.description])
        #expect(try await api.json("/assets/\(video.id)")["id"] as? String == video.id.description)
        #expect(try await api.get("/assets/\(still.id)").status == 404)
    }

    @Test func theEditedFormIsWhatIsShown() async throws {
        let api = try await TestAPI()
        let original = try await api.add(FileName("IMG_1.JPG"), content: Array("original".utf8)) {
            $0.pixelSize = PixelSize(width: 40, height: 30)
        }
        let edited = try await api.add(FileName("IMG_E1.JPG"), content: Array("edited".utf8)) {
            $0.pixelSize = PixelSize(width: 20, height: 20)
        }
        try await api.join(edited, to: original, as: .edited)
        let asset = try await api.json("/assets/\(original.id)")
        #expect(asset["pixelWidth"] as? Int == 20 && asset["pixelHeight"] as? Int == 20)
        #expect((asset["thumbnailURL"] as? String)?.hasSuffix(edited.primary.contentTag) == true)
        #expect(try await api.get("/assets/\(original.id)/original").body.length == 8)
        #expect(try await api.get("/assets/\(original.id)/resources/edited").body.length == 6)
    }

    @Test func severalOfAKindHaveNumbers() async throws {
        let api = try await TestAPI()
        let shown = try await api.add(FileName("1.JPG"))
        for number in 2...4 {
            let content = Array(repeating: UInt8(ascii: "x"), count: number)
            try await api.join(api.add(FileName("\(number).JPG"), content: content), to: shown, as: .burstPhoto)
        }
        let asset = try await api.json("/assets/\(shown.id)")
        let urls = try #require(asset["resources"] as? [[String: Any]]).compactMap { $0["url"] as? String }
        #expect(urls.count == 4)
        for (url, length) in zip(urls.dropFirst(), [2, 3, 4]) {
            #expect(try await api.get(url).body.length == length)
        }
    }
}

extension TestAPI {
    /// Makes an asset a member of another's group.
    fileprivate func join(_ member: Asset, to owner: Asset, as kind: Resource.Kind) async throws {
        var member = member
        member.membership = Membership(ownerID: owner.id, kind: kind, rule: .contentIdentifier, evidence: "A")
        try await library.commit([.putAsset(member)])
    }
}
