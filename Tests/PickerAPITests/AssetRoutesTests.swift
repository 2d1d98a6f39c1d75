import Foundation
import HTTPServing
import PhotoLibrary
import Platform
import Testing

@testable import PickerAPI

@Suite struct AssetRoutesTests {
    @Test func pagesByCursorMeetEveryAssetOnce() async throws {
        let api = try await TestAPI()
        for number in 0..<25 { try await api.add(FileName("\(number).jpg")) }
        for sort in ["taken", "added", "modified", "name", "size"] {
            for order in ["ascending", "descending"] {
                var seen: [String] = []
                var next: String? = "/assets?limit=7&sort=\(sort)&order=\(order)"
                while let target = next {
                    let page = try await api.json(target)
                    #expect(page["total"] as? Int == 25)
                    #expect(page["offset"] as? Int == seen.count)
                    seen += try #require(page["items"] as? [[String: Any]]).compactMap { $0["id"] as? String }
                    next = page["next"] as? String
                }
                #expect(seen.count == 25)
                #expect(Set(seen).count == 25)
            }
        }
    }

    @Test func theLinkFieldNamesTheNextPage() async throws {
        let api = try await TestAPI()
        for number in 0..<3 { try await api.add(FileName("\(number).jpg")) }
        let response = try await api.get("/assets?limit=2&text=jpg")
        let next = try #require(try TestAPI.object(response)["next"] as? String)
        #expect(response.fields["Link"] == "<\(next)>; rel=\"next\"")
        #expect(next.hasPrefix("/assets?limit=2&text=jpg&after="))
        let last = try await api.get(next)
        #expect(last.fields["Link"] == nil)
        #expect(try TestAPI.object(last)["next"] is NSNull)
    }

    @Test(arguments: [
        ("limit=0", "limit"), ("limit=1001", "limit"), ("limit=+5", "limit"), ("limit=", "limit"),
        ("offset=-1", "offset"),
        ("sort=date", "sort"), ("order=up", "order"), ("after=AAAA", "after"), ("mediaType=photo", "mediaType"),
        ("mediaType=image,image", "mediaType"), ("startDate=2023", "startDate"), ("endDate=2023-02-30", "endDate"),
        ("startDate=2023-01-01T00:00:00", "startDate"), ("folder=x", "folder"), ("text=", "text"),
        ("colour=red", "colour"),
        ("limit=1&limit=2", "limit"),
    ])
    func aWrongParameterIsNamed(query: String, name: String) async throws {
        let api = try await TestAPI()
        let response = try await api.get("/assets?" + query)
        #expect(response.status == 400)
        #expect(response.fields["Content-Type"] == "application/problem+json")
        #expect(try TestAPI.object(response)["parameter"] as? String == name)
    }

    @Test func filtersChooseByTypeDateTextAndFolder() async throws {
        let api = try await TestAPI()
        try await api.add(FileName("a.jpg")) {
            $0.captureDate = WallTime(rfc3339: "2023-02-02T02:30:00+09:00").map {
                CaptureDate(time: $0, source: "test")
            }
        }
        try await api.add(FileName("B.mp4")) { $0.mediaType = .video }
        func names(_ query: String) async throws -> [String] {
            try #require(try await api.json("/assets?order=ascending&" + query)["items"] as? [[String: Any]])
                .compactMap { $0["filename"] as? String }
        }
        #expect(try await names("mediaType=video") == ["B.mp4"])
        #expect(try await names("mediaType=image,video&sort=name").count == 2)
        #expect(try await names("text=b.M") == ["B.mp4"])
        #expect(try await names("endDate=2023-02-01T17:30:00Z") == ["a.jpg"])
        #expect(try await names("endDate=2023-02-01T17:29:59Z") == [])
        #expect(try await names("startDate=2023-02-02&endDate=2023-02-02") == ["a.jpg"])
        #expect(try await names("endDate=2023-02-01") == [])
        #expect(try await names("folder=\(api.root.id)").count == 2)
        #expect(try await names("folder=0000000000000") == [])
    }

    @Test func anUnchangedLibraryIsNotSentAgain() async throws {
        let api = try await TestAPI()
        let asset = try await api.add(FileName("a.jpg"))
        for target in ["/assets", "/collections", "/collections/all", "/assets/\(asset.id)", "/openapi.yaml"] {
            let tag = try #require(try await api.get(target).fields["ETag"])
            #expect(try await api.get(target, ["If-None-Match": tag]).status == 304, "\(target)")
        }
        let tag = try #require(try await api.get("/assets").fields["ETag"])
        try await api.add(FileName("b.jpg"))
        #expect(try await api.get("/assets", ["If-None-Match": tag]).status == 200)
    }

    @Test(arguments: [
        "/assets/0000000000000", "/assets/x", "/collections/x", "/collections/0000000000000",
        "/collections/0000000000000/assets", "/assets/0000000000000/original", "/thumbnails/0000000000000", "/nothing",
    ])
    func whatIsNotThereIs404(target: String) async throws {
        let api = try await TestAPI()
        let response = try await api.get(target)
        #expect(response.status == 404)
        #expect(try TestAPI.object(response)["type"] as? String == "/problems/not-found")
    }

    @Test func namesThatAreNotUTF8AreShownAndServed() async throws {
        let api = try await TestAPI()
        let names = [
            FileName(bytes: [0x78, 0xE9]), FileName(bytes: [0x78, 0xE8]), FileName("n\u{E9}"), FileName("ne\u{301}"),
        ]
        for (number, name) in names.enumerated() { try await api.add(name, content: [UInt8(number)]) }
        let items = try #require(try await api.json("/assets?sort=added&order=ascending")["items"] as? [[String: Any]])
        #expect(items.count == 4)
        for (number, item) in items.enumerated() {
            let response = try await api.get(try #require(item["originalURL"] as? String))
            #expect(response.status == 200)
            guard case .file(let file) = response.body else {
                Issue.record("no file")
                continue
            }
            #expect(file.length == 1)
            #expect(item["filename"] as? String == names[number].description)
        }
    }
}
