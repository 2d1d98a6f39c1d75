import HTTPServing
import MediaDecoding
import PhotoLibrary
import Platform
import Testing

@testable import PickerAPI

@Suite struct ThumbnailRouteTests {
    @Test func onlyTheURLOfThisContentIsImmutable() async throws {
        let api = try await TestAPI()
        let asset = try await api.add(FileName("a.jpg"))
        let page = try await api.json("/assets/\(asset.id)")
        let url = try #require(page["thumbnailURL"] as? String)
        let pinned = try await api.get(url + "&w=100&h=50&mode=aspectFill")
        #expect(pinned.status == 200)
        #expect(pinned.bytes == Array("100x50 aspectFill".utf8))
        #expect(pinned.fields["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(pinned.fields["Content-Type"] == "image/jpeg")
        #expect(try await api.get("/thumbnails/\(asset.id)?v=old").fields["Cache-Control"] == "no-cache")
        #expect(try await api.get("/thumbnails/\(asset.id)").fields["Cache-Control"] == "no-cache")
        let tag = try #require(pinned.fields["ETag"])
        #expect(try await api.get(url + "&w=100&h=50&mode=aspectFill", ["If-None-Match": tag]).status == 304)
    }

    @Test(arguments: [
        ("", "256x256 aspectFit"), ("w=100", "100x100 aspectFit"), ("h=7", "7x7 aspectFit"),
        ("w=4096&h=1&mode=aspectFill", "4096x1 aspectFill"),
    ])
    func aMissingSideIsTheOther(query: String, picture: String) async throws {
        let api = try await TestAPI()
        let asset = try await api.add(FileName("a.jpg"))
        #expect(try await api.get("/thumbnails/\(asset.id)?\(query)").bytes == Array(picture.utf8))
    }

    @Test(arguments: ["w=0", "w=4097", "h=x", "mode=fit", "format=gif", "v=", "v=a%20b", "size=3"])
    func aWrongParameterIsNamed(query: String) async throws {
        let api = try await TestAPI()
        let asset = try await api.add(FileName("a.jpg"))
        let response = try await api.get("/thumbnails/\(asset.id)?\(query)")
        #expect(response.status == 400)
        #expect(
            try TestAPI.object(response)["parameter"] as? String == query.split(separator: "=").first.map(String.init))
    }

    @Test func aFailureIsTheSameEachTimeAndCostsOneRender() async throws {
        let api = try await TestAPI()
        let asset = try await api.add(FileName("a.jpg"))
        api.decoder.fail(with: DecodeFailure(.damaged, "cut short"))
        for _ in 0..<3 {
            let response = try await api.get("/thumbnails/\(asset.id)")
            #expect(response.status == 422)
            #expect(try TestAPI.object(response)["code"] as? String == "damaged")
        }
        #expect(api.decoder.renderCount == 1)
    }

    @Test func whatCouldNotBeReadIsNotRendered() async throws {
        let api = try await TestAPI()
        let asset = try await api.add(FileName("a.jpg")) {
            $0.resources[0].state = .unreadable
            $0.resources[0].problems = [Problem(code: "empty", detail: "The file is empty.")]
        }
        let response = try await api.get("/thumbnails/\(asset.id)")
        #expect(response.status == 422)
        #expect(try TestAPI.object(response)["code"] as? String == "empty")
        #expect(api.decoder.renderCount == 0)
    }

    @Test func anOfflineRootStillShowsWhatIsStored() async throws {
        let api = try await TestAPI()
        let asset = try await api.add(FileName("a.jpg"))
        #expect(try await api.get("/thumbnails/\(asset.id)").status == 200)
        var root = api.root
        root.isOnline = false
        try await api.library.commit([.putFolder(root)])
        #expect(try await api.get("/thumbnails/\(asset.id)").status == 200)
        #expect(try await api.json("/assets/\(asset.id)")["state"] as? String == "offline")
        #expect(try await api.get("/assets/\(asset.id)/original").status == 503)
    }
}
