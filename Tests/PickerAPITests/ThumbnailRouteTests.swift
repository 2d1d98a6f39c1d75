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
        #expect(pinned.bytes == Array("128x64 aspectFill".utf8))
        #expect(pinned.fields["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(pinned.fields["Content-Type"] == "image/jpeg")
        #expect(try await api.get("/thumbnails/\(asset.id)?v=old").fields["Cache-Control"] == "no-cache")
        #expect(try await api.get("/thumbnails/\(asset.id)").fields["Cache-Control"] == "no-cache")
        let tag = try #require(pinned.fields["ETag"])
        #expect(try await api.get(url + "&w=100&h=50&mode=aspectFill", ["If-None-Match": tag]).status == 304)
    }

    @Test(arguments: [
        ("", "256x256 aspectFit"), ("w=100", "128x128 aspectFit"), ("h=7&exact=true", "7x7 aspectFit"),
        ("w=4096&h=1&mode=aspectFill", "4096x1 aspectFill"), ("w=100&h=50&exact=true&dpr=1.5", "150x75 aspectFit"),
        ("w=30&h=90", "32x96 aspectFit"), ("dpr=2&exact=false", "512x512 aspectFit"),
        ("w=4000&dpr=4", "4096x4096 aspectFit"),
    ])
    func sizesAreRoundedUp(query: String, picture: String) async throws {
        let api = try await TestAPI()
        let asset = try await api.add(FileName("a.jpg"))
        #expect(try await api.get("/thumbnails/\(asset.id)?\(query)").bytes == Array(picture.utf8))
    }

    @Test(arguments: [
        "w=0", "w=4097", "h=x", "mode=fit", "format=gif", "v=", "v=a%20b", "size=3", "exact=1", "dpr=0", "dpr=4.1",
        "dpr=-1", "quality=0", "quality=101", "delivery=slow", "priority=background", "crop=0,0,1",
        "crop=0,0,1,1,", "crop=a,0,1,1", "crop=0,0,1,1.0001", "frame=1", "frame=-1s", "profile=cmyk", "strip=1",
        "strip=33",
        "animated=gif",
    ])
    func aWrongParameterIsNamed(query: String) async throws {
        let api = try await TestAPI()
        let asset = try await api.add(FileName("a.jpg"))
        let response = try await api.get("/thumbnails/\(asset.id)?\(query)")
        #expect(response.status == 400)
        #expect(
            try TestAPI.object(response)["parameter"] as? String == query.split(separator: "=").first.map(String.init))
    }

    @Test(arguments: [
        "crop=0,0,0,1", "crop=0.5,0,0.6,1", "crop=1,1,1,1", "strip=5&frame=1s", "strip=5&w=600",
        "animated=webp&format=webp", "animated=webp&delivery=fast", "animated=webp&crop=0,0,1,1",
    ])
    func whatCanNotBeMadeOfAnythingIsRefused(query: String) async throws {
        let api = try await TestAPI()
        let asset = try await api.add(FileName("a.jpg"))
        let response = try await api.get("/thumbnails/\(asset.id)?\(query)")
        #expect(response.status == 422)
        #expect(
            try TestAPI.object(response)["parameter"] as? String == query.split(separator: "=").first.map(String.init))
    }

    @Test(arguments: [
        (nil, "image/jpeg"), ("*/*", "image/jpeg"), ("image/*", "image/jpeg"), ("image/png", "image/png"),
        ("image/avif,image/webp,image/*,*/*;q=0.8", "image/webp"), ("image/avif,*/*;q=0.5", "image/avif"),
        ("image/webp;q=0.2,image/jpeg", "image/jpeg"), ("image/webp;q=0,*/*", "image/jpeg"),
    ])
    func theFormatIsChosenByAccept(accept: String?, type: String) async throws {
        let api = try await TestAPI()
        let asset = try await api.add(FileName("a.jpg"))
        let fields: HTTPFields = accept.map { ["Accept": $0] } ?? [:]
        let response = try await api.get("/thumbnails/\(asset.id)", fields)
        #expect(response.fields["Content-Type"] == type)
        #expect(response.fields["Vary"]?.contains("Accept") == true)
        let named = try await api.get("/thumbnails/\(asset.id)?format=avif", fields)
        #expect(named.fields["Content-Type"] == "image/avif")
    }

    @Test func fastIsTheBestThatIsThereAndSaysWhereTheFinalPictureIs() async throws {
        let api = try await TestAPI()
        let asset = try await api.add(FileName("a.jpg"))
        let target = "/thumbnails/\(asset.id)?w=1024"
        let draft = try await api.get(target + "&delivery=fast")
        #expect(draft.bytes == Array("256x256 aspectFit draft".utf8))
        #expect(draft.fields["Thumbnail-Degraded"] == "true")
        #expect(draft.fields["Cache-Control"] == "no-store")
        #expect(draft.fields["Link"] == "<\(target)>; rel=\"canonical\"")
        _ = try await api.get("/thumbnails/\(asset.id)?w=512")
        let smaller = try await api.get(target + "&delivery=fast")
        #expect(smaller.bytes == Array("512x512 aspectFit".utf8))
        #expect(smaller.fields["Thumbnail-Degraded"] == "true")
        #expect(try await api.get(target).fields["Thumbnail-Degraded"] == nil)
        let final = try await api.get(target + "&delivery=fast")
        #expect(final.bytes == Array("1024x1024 aspectFit".utf8))
        #expect(final.fields["Thumbnail-Degraded"] == nil)
        #expect(api.decoder.renderCount == 3)
    }

    @Test func aFileThatIsRenamedIsNotRenderedAgain() async throws {
        let api = try await TestAPI()
        let asset = try await api.add(FileName("a.jpg"))
        _ = try await api.get("/thumbnails/\(asset.id)")
        var renamed = asset
        renamed.resources[0].filename = FileName("b.jpg")
        try await api.library.commit([.putAsset(renamed)])
        #expect(try await api.get("/thumbnails/\(asset.id)").status == 200)
        #expect(api.decoder.renderCount == 1)
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
