import Foundation
import HTTPServing
import PhotoLibrary
import Platform
import TestSupport
import Testing

@testable import PickerAPI

@Suite struct OriginalRouteTests {
    @Test func rangesAndConditionsHold() async throws {
        let api = try await TestAPI()
        let asset = try await api.add(FileName("a.jpg"), content: Array("0123456789".utf8))
        let target = "/assets/\(asset.id)/original"
        let whole = try await api.get(target)
        #expect(whole.fields["Content-Type"] == "image/jpeg")
        #expect(whole.body.length == 10)
        let tag = try #require(whole.fields["ETag"])
        #expect(!tag.hasPrefix("W/"))
        #expect(try await api.get(target, ["If-None-Match": tag]).status == 304)
        #expect(try await api.get(target, ["If-Match": "\"x\""]).status == 412)
        let part = try await api.get(target, ["Range": "bytes=-3", "If-Range": tag])
        #expect(part.status == 206)
        #expect(part.fields["Content-Range"] == "bytes 7-9/10")
        #expect(try await api.get(target, ["Range": "bytes=10-"]).status == 416)
    }

    @Test func anotherContentHasAnotherTagAndNoKnownType() async throws {
        let api = try await TestAPI()
        let asset = try await api.add(FileName("a.jpg"), content: Array("0123456789".utf8))
        let target = "/assets/\(asset.id)/original"
        let tag = try #require(try await api.get(target).fields["ETag"])
        let path = api.directory.path("photos/a.jpg")
        let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
        try Data("<html>ABC>".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        try FileManager.default.setAttributes([.modificationDate: try #require(date)], ofItemAtPath: path)
        let response = try await api.get(target, ["If-None-Match": tag])
        #expect(response.status == 200)
        #expect(response.fields["ETag"] != tag)
        #expect(response.fields["Content-Type"] == "application/octet-stream")
    }

    @Test func aFileThatIsGoneOrALinkIsNotServed() async throws {
        let api = try await TestAPI()
        let gone = try await api.add(FileName("gone.jpg"))
        let link = try await api.add(FileName("link.jpg"))
        for name in ["gone.jpg", "link.jpg"] {
            try FileManager.default.removeItem(atPath: api.directory.path("photos/" + name))
        }
        try FileManager.default.createSymbolicLink(
            atPath: api.directory.path("photos/link.jpg"), withDestinationPath: "/etc/hostname")
        #expect(try await api.get("/assets/\(gone.id)/original").status == 404)
        #expect(try await api.get("/assets/\(link.id)/original").status == 404)
    }

    @Test(arguments: [
        ("a.jpg", "inline; filename=\"a.jpg\""),
        ("a\"b.jpg", "inline; filename=\"a_b.jpg\"; filename*=UTF-8''a%22b.jpg"),
        ("new\nline.jpg", "inline; filename=\"new_line.jpg\"; filename*=UTF-8''new%0Aline.jpg"),
        ("a%20b.jpg", "inline; filename=\"a_20b.jpg\"; filename*=UTF-8''a%2520b.jpg"),
        ("é.jpg", "inline; filename=\"_.jpg\"; filename*=UTF-8''%C3%A9.jpg"),
    ])
    func noNameBreaksItsField(name: String, field: String) {
        #expect(FileName(name).contentDisposition == field)
    }
}
