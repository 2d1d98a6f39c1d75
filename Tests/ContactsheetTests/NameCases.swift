import Foundation
import Platform
import TestSupport
import Testing

/// Names as file systems have them: any bytes but a slash and NUL.
@Suite(.endToEnd) struct NameCases {
    let photos: TemporaryDirectory
    let data: TemporaryDirectory

    init() throws {
        photos = try TemporaryDirectory()
        data = try TemporaryDirectory()
    }

    @Test func `C20: composed and decomposed twins are two assets and two folders`() throws {
        let composed = "\u{E9}_nfc.jpg", decomposed = "e\u{301}_nfc.jpg"
        try photos.write(Samples.picture(1), to: FileName(composed))
        try photos.write(Samples.picture(2), to: FileName(decomposed))
        try photos.write(Samples.picture(3), to: FileName("d\u{E9}/p.jpg"))
        try photos.write(Samples.picture(4), to: FileName("de\u{301}/p.jpg"))
        let server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        let assets = try server.assets()
        #expect(Set(assets.map(\.id)).count == 4)
        #expect(Set(assets.map { Array($0.filename.utf8) }).count == 3)
        #expect(Set(assets.map(\.folderID)).count == 3)
        func bytes(_ asset: AssetJSON) throws -> [UInt8] { try server.get(asset.originalURL).body }
        let first = try #require(assets.first { Array($0.filename.utf8) == Array(composed.utf8) })
        let second = try #require(assets.first { Array($0.filename.utf8) == Array(decomposed.utf8) })
        #expect(try bytes(first) == Samples.picture(1))
        #expect(try bytes(second) == Samples.picture(2))

        // Deleting one leaves the other; renaming it into the other form is a move.
        try photos.remove(composed)
        try server.rescan()
        #expect(try server.get("/assets/\(first.id)").status == 404)
        #expect(try bytes(second) == Samples.picture(2))
        try photos.move(decomposed, to: composed)
        try server.rescan()
        let moved: AssetJSON = try server.json("/assets/\(second.id)")
        #expect(Array(moved.filename.utf8) == Array(composed.utf8))
        #expect(try bytes(moved) == Samples.picture(2))
    }

    @Test func `C21: names that are not UTF-8 are listed, served and followed`() throws {
        func name(_ byte: UInt8) -> FileName { FileName(bytes: [UInt8(ascii: "x"), byte] + Array(".jpg".utf8)) }
        try photos.write(Samples.picture(1), to: name(0xE9))
        try photos.write(Samples.picture(2), to: name(0xE8))
        try photos.write(Samples.picture(3), to: FileName(bytes: Array("d".utf8) + [0xE9] + Array("/p.jpg".utf8)))
        let server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        let assets = try server.assets()
        #expect(Set(assets.map(\.id)).count == 3)
        #expect(assets.map(\.filename).sorted() == ["p.jpg", "x\u{FFFD}.jpg", "x\u{FFFD}.jpg"])
        func owner(of number: Int) throws -> AssetJSON? {
            try assets.first { try server.get($0.originalURL).body == Samples.picture(number) }
        }
        let first = try #require(try owner(of: 1))
        _ = try #require(try owner(of: 2))
        let inner = try #require(try owner(of: 3))
        for asset in assets { #expect(try server.get(asset.thumbnailURL).status == 200) }
        let folder = try #require(
            try server.json("/collections", as: CollectionsJSON.self).folders.first { $0.id == inner.folderID })
        #expect(folder.title == "d\u{FFFD}")

        let old = photos.name.appending(name(0xE9)), new = photos.name.appending(name(0xEA))
        #expect(old.withCString { old in new.withCString { new in rename(old, new) } } == 0)
        try server.rescan()
        #expect(try server.get(first.originalURL).body == Samples.picture(1))
        #expect(try server.assets().count == 3)
    }

    @Test func `C22: every URL that the server hands out for a hard name leads to the right bytes`() throws {
        let picture = try Samples.picture()
        try HardNames.write(to: photos, picture: picture)
        let server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        let assets = try server.assets("&sort=name&order=ascending")
        #expect(HardNames.all.count == 44)
        #expect(assets.count == 44)
        #expect(Set(assets.map(\.id)).count == 44)
        var found: [FileName: String] = [:]
        for asset in assets {
            let original = try server.get(asset.originalURL)
            #expect(original.status == 200)
            let number = try #require(
                Int(String(decoding: original.body.dropFirst(picture.count + 1), as: UTF8.self)), "\(asset.filename)")
            #expect(asset.filename == HardNames.all[number].lastComponent.description)
            found[HardNames.all[number]] = asset.id
            // No name gets out of its field.
            #expect(Set(original.fields.map(\.name)).isSubset(of: Self.fieldsOfOriginals), "\(original.fields)")
            let disposition = try #require(original["content-disposition"])
            #expect(disposition.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
            #expect(disposition.count { $0 == "\"" } == 2)
            for resource in asset.resources {
                #expect(try server.get(try #require(resource.url)).body == original.body)
            }
            let thumbnail = try server.get(asset.thumbnailURL + "&w=32")
            #expect(thumbnail.status == 200)
            #expect(thumbnail["content-type"] == "image/jpeg")
            #expect(try server.json("/assets/\(asset.id)", as: AssetJSON.self) == asset)
        }
        #expect(found.count == 44)

        let folders = try server.json("/collections?empty=true", as: CollectionsJSON.self).folders
        // That of the root, and three in it.
        #expect(folders.count == 4)
        for folder in folders {
            let page: PageJSON = try server.json("/collections/\(folder.id)/assets")
            #expect(page.total == folder.assetCount)
            if let thumbnail = folder.thumbnailURL { #expect(try server.get(thumbnail).status == 200) }
        }
        for (text, count) in [("a%2520b", 1), ("hash%231", 1), ("what%3F", 1), ("quote%22", 1), ("back%5Cslash", 1)] {
            let page: PageJSON = try server.json("/assets?text=\(text)")
            #expect(page.total == count, "\(text)")
        }
        // A name is no path of the API.
        #expect(try server.get("/a%20b.jpg").status == 404)
        #expect(try server.get("/assets/a%20b.jpg").status == 404)
    }

    private static let fieldsOfOriginals: Set = [
        "date", "server", "content-type", "content-length", "cache-control", "content-disposition", "etag",
        "last-modified", "accept-ranges", "content-security-policy", "x-content-type-options", "connection",
        "keep-alive", "vary", "cross-origin-resource-policy", "referrer-policy",
    ]
}
