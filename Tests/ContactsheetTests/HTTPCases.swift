import Foundation
import Platform
import TestSupport
import Testing

/// Requests as clients, proxies and attackers write them, over the real server.
@Suite(.endToEnd) struct HTTPCases {
    let photos: TemporaryDirectory
    let server: ServerUnderTest
    let original: [UInt8]
    let asset: AssetJSON
    let empty: AssetJSON

    init() throws {
        photos = try TemporaryDirectory()
        original = try Samples.picture()
        try photos.write(original, to: "p.jpg")
        try photos.write([], to: "empty.jpg")
        try photos.link("link.jpg", to: "/etc/hostname")
        server = try ServerUnderTest(photos, data: try TemporaryDirectory())
        try server.waitUntilIdle()
        let assets = try server.assetsByName()
        asset = try #require(assets["p.jpg"])
        empty = try #require(assets["empty.jpg"])
    }

    // MARK: C60

    @Test func `C60: one range is answered exactly`() throws {
        let length = original.count
        let client = try server.connect()
        for (range, first, last) in [
            ("0-0", 0, 0), ("-1", length - 1, length - 1), ("-\(length + 5)", 0, length - 1),
            ("\(length - 1)-", length - 1, length - 1), ("5-9", 5, 9), ("0-99999999999999999999", 0, length - 1),
            ("0-", 0, length - 1), ("\(length)-,0-1", 0, 1),
        ] {
            let response = try client.get(asset.originalURL, fields: [("Range", "bytes=\(range)")])
            #expect(response.status == 206, "\(range)")
            #expect(response["content-range"] == "bytes \(first)-\(last)/\(length)", "\(range)")
            #expect(response.body == Array(original[first...last]), "\(range)")
            #expect(response["content-length"] == "\(last - first + 1)")
            let head = try client.get(asset.originalURL, method: "HEAD", fields: [("Range", "bytes=\(range)")])
            // RFC 9110 section 14.2: Range is for GET alone.
            #expect(head.status == 200)
            #expect(head["content-length"] == "\(length)")
        }
        for range in ["\(length)-", "-0", "\(length)-\(length + 5)", "99999999999999999999-"] {
            let response = try client.get(asset.originalURL, fields: [("Range", "bytes=\(range)")])
            #expect(response.status == 416, "\(range)")
            #expect(response["content-range"] == "bytes */\(length)", "\(range)")
        }
        for range in [
            "items=0-1", "bytes=", "bytes=a-b", "bytes=5-2", "bytes=+1-2", "bytes=1-2x", "bytes", "0-1", "bytes=-",
        ] {
            let response = try client.get(asset.originalURL, fields: [("Range", range)])
            #expect(response.status == 200, "\(range)")
            #expect(response.body == original, "\(range)")
            #expect(response["content-range"] == nil)
        }
        let spaced = try client.get(asset.originalURL, fields: [("Range", "bytes= 0-1")])
        #expect([200, 206].contains(spaced.status))
        #expect(spaced.body == (spaced.status == 206 ? Array(original[0...1]) : original))
    }

    @Test func `C60: several ranges are parts, and a thousand are bounded`() throws {
        let response = try server.get(asset.originalURL, fields: [("Range", "bytes=0-1,5-6")])
        #expect(response.status == 206)
        #expect(response["content-type"]?.hasPrefix("multipart/byteranges; boundary=") == true)
        #expect(response.text.contains("bytes 0-1/\(original.count)"))
        #expect(response.text.contains("bytes 5-6/\(original.count)"))
        let many = (0..<1000).map { "\($0)-\($0)" }.joined(separator: ",")
        let bounded = try server.get(asset.originalURL, fields: [("Range", "bytes=" + many)])
        #expect([200, 206].contains(bounded.status))
        #expect(bounded.body.count <= 10 * original.count)
        let same = [String](repeating: "0-", count: 500).joined(separator: ",")
        #expect(
            try server.get(asset.originalURL, fields: [("Range", "bytes=" + same)]).body.count <= 3 * original.count)
    }

    @Test func `C60: an empty file has no ranges`() throws {
        for range in ["0-", "-5", "0-0"] {
            let response = try server.get(empty.originalURL, fields: [("Range", "bytes=\(range)")])
            #expect([200, 416].contains(response.status), "\(range): \(response.status)")
            if response.status == 200 { #expect(response.body.isEmpty) }
        }
        #expect(try server.get(empty.originalURL)["content-length"] == "0")
    }

    @Test func `C60: If-Range lets a range count only for the same file`() throws {
        let whole = try server.get(asset.originalURL)
        let tag = try #require(whole["etag"])
        let date = try #require(whole["last-modified"])
        func status(_ condition: String) throws -> Int {
            try server.get(asset.originalURL, fields: [("Range", "bytes=0-1"), ("If-Range", condition)]).status
        }
        #expect(try status(tag) == 206)
        #expect(try status("\"other\"") == 200)
        #expect(try status("W/" + tag) == 200)
        #expect(try status("Thu, 01 Jan 2015 00:00:00 GMT") == 200)
        #expect(try status("nonsense") == 200)
        // A date is strong only where it is a second or more before the response's own (RFC 9110 section 8.8.2.2).
        #expect([200, 206].contains(try status(date)))
    }

    @Test func `C60: a file that shrinks while it is sent ends the connection, not the server`() throws {
        let large = try Samples.picture() + [UInt8](repeating: 7, count: 8 << 20)
        try photos.write(large, to: "large.jpg")
        try server.rescan()
        let asset = try #require(try server.assetsByName()["large.jpg"])
        let client = try server.connect(receiveBuffer: 16 << 10)
        try client.send("GET \(asset.originalURL) HTTP/1.1\r\nHost: x\r\n\r\n")
        // The head alone: the content is under way then.
        #expect(try client.receive(toHEAD: true)["content-length"] == "\(large.count)")
        let file = try #require(FileHandle(forWritingAtPath: photos.path("large.jpg")))
        try file.truncate(atOffset: 100)
        try file.close()
        let received = try client.receiveAll()
        #expect(received.count < large.count, "\(received.count)")
        #expect(try server.get(self.asset.originalURL).body == original)
    }

    // MARK: C61

    @Test func `C61: If-None-Match in all its forms`() throws {
        let page = "/assets?limit=5"
        for target in [asset.originalURL, asset.thumbnailURL, page, "/assets/\(asset.id)", "/openapi.yaml"] {
            let client = try server.connect()
            let whole = try client.get(target)
            let tag = try #require(whole["etag"], "\(target)")
            let strong = tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
            for value in [tag, "W/" + strong, "\"x\", " + tag, "\"a,b\", " + tag, "*", "W/\"y\" ,\t" + tag + ","] {
                let response = try client.get(target, fields: [("If-None-Match", value)])
                #expect(response.status == 304, "\(target) \(value)")
                #expect(response["etag"] == tag)
                #expect(response["cache-control"] == whole["cache-control"])
                #expect(response.body.isEmpty)
            }
            let lines = try client.get(target, fields: [("If-None-Match", "\"x\""), ("If-None-Match", tag)])
            #expect(lines.status == 304)
            for value in ["", strong.replacingOccurrences(of: "\"", with: ""), "\"\"", "\"nothing\""] {
                let response = try client.get(target, fields: [("If-None-Match", value)])
                #expect(response.status == 200, "\(target) \(value)")
                #expect(response.body == whole.body)
            }
            // It goes before If-Modified-Since, whichever way that points.
            let future = "Fri, 31 Dec 2038 23:59:59 GMT", past = "Thu, 01 Jan 2015 00:00:00 GMT"
            #expect(
                try client.get(target, fields: [("If-None-Match", "\"x\""), ("If-Modified-Since", future)]).status
                    == 200)
            #expect(
                try client.get(target, fields: [("If-None-Match", tag), ("If-Modified-Since", past)]).status == 304)
            let long = "\"" + String(repeating: "a", count: 100_000) + "\""
            #expect([200, 431].contains(try server.get(target, fields: [("If-None-Match", long)]).status))
        }
        #expect(
            try server.get(
                asset.originalURL, fields: [("If-Match", "W/" + (try server.get(asset.originalURL)["etag"] ?? ""))]
            )
            .status == 412)
    }

    @Test func `C61: another content of the same size and time has another tag`() throws {
        let before = try server.get(asset.originalURL)
        let thumbnail = try server.get(asset.thumbnailURL)
        let time = try Directory(at: photos.name).status(of: FileName("p.jpg")).stamp.modified
        var changed = original
        changed[changed.count - 1] ^= 1
        try photos.write(changed, to: "new")
        try photos.setModified("new", to: time)
        try photos.move("new", to: "p.jpg")
        #expect(try Directory(at: photos.name).status(of: FileName("p.jpg")).stamp.modified == time)
        let after = try server.get(asset.originalURL, fields: [("If-None-Match", before["etag"] ?? "")])
        #expect(after.status == 200)
        #expect(after["etag"] != before["etag"])
        #expect(after.body == changed)
        try server.rescan()
        let updated: AssetJSON = try server.json("/assets/\(asset.id)")
        #expect(updated.thumbnailURL != asset.thumbnailURL)
        #expect(try server.get(updated.thumbnailURL)["etag"] != thumbnail["etag"])
    }

    // MARK: C62

    @Test func `C62: HEAD has the fields of GET, no content, and keeps the connection in step`() throws {
        let client = try server.connect()
        for target in [
            "/assets?limit=3", "/assets/\(asset.id)", asset.originalURL, asset.thumbnailURL, "/collections", "/ready",
            "/openapi.yaml", "/nowhere", "/assets/nobody", "/assets?limit=0", empty.thumbnailURL,
        ] {
            let head = try client.get(target, method: "HEAD")
            let get = try client.get(target)
            #expect(head.status == get.status, "\(target)")
            #expect(get["content-length"] == "\(get.body.count)", "\(target)")
            #expect(!get.body.isEmpty)
            func fields(_ response: RawHTTPClient.Response) -> [String] {
                response.fields.filter { $0.name != "date" }.map { "\($0.name): \($0.value)" }.sorted()
            }
            #expect(fields(head) == fields(get), "\(target)")
        }
    }

    // MARK: C63

    @Test(arguments: [
        "/..%2f..%2fetc/passwd", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/..;/..;/etc/passwd",
        "/%252e%252e/etc/passwd", "/%c0%ae%c0%ae/etc/passwd", "/\\..\\..\\etc\\passwd", "/assets/%00", "//etc/passwd",
        "http://localhost/etc/passwd", "/%zz", "/%", "/assets/%", "/assets/../../x", "/assets/..%2f..%2fx",
        "/assets/..%2f..%2fx/original", "/thumbnails/..%2f..%2fx", "/assets/%2e%2e%2f%2e%2e/original",
        "/collections/..%2f/assets", "/link.jpg", "/assets/link.jpg/original", "/assets//original", "/assets/a%2fb",
        "/assets?limit=%zz", "/assets?text=%", "/assets?%00=1", "*", "etc/passwd",
    ])
    func `C63: no path leads out`(_ target: String) throws {
        let client = try server.connect()
        try client.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let response = try client.receive()
        #expect([400, 404].contains(response.status), "\(response.status)")
        #expect(response["content-type"] == "application/problem+json")
        #expect(!response.text.contains("root:"))
        #expect(try server.get("/ready").status == 200)
    }

    @Test func `C63: a target with scheme and host leads where its path does`() throws {
        let client = try server.connect()
        try client.send("GET http://localhost/assets?limit=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try client.receive().status == 200)
        #expect(try server.assets().allSatisfy { $0.filename != "link.jpg" })
    }

    // MARK: C65

    @Test func `C65: fifty pipelined requests are answered in order`() throws {
        let client = try server.connect()
        var text = ""
        for number in 0..<50 {
            let target = number == 20 ? "/nowhere" : number % 3 == 1 ? asset.originalURL : "/assets?limit=\(number + 1)"
            text += "\(number % 7 == 3 ? "HEAD" : "GET") \(target) HTTP/1.1\r\nHost: x\r\n\r\n"
        }
        try client.send(text)
        for number in 0..<50 {
            let isHead = number % 7 == 3
            let response = try client.receive(toHEAD: isHead)
            #expect(response.status == (number == 20 ? 404 : 200), "\(number)")
            if isHead || number == 20 { continue }
            if number % 3 == 1 {
                #expect(response.body == original)
            } else {
                #expect(response.text.hasPrefix("{\"version\""))
            }
        }
    }

    @Test(arguments: [
        ("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", 400),
        ("Content-Length: 5\r\nContent-Length: 6\r\n", 400),
        ("Content-Length: +5\r\n", 400), ("Content-Length: 5,6\r\n", 400), ("Transfer-Encoding: xchunked\r\n", 501),
        ("Transfer-Encoding: chunked, gzip\r\n", 400), ("Content-Length : 5\r\n", 400), ("A: b\n", 400),
        (" folded: x\r\n", 400), ("A: b\r\n c\r\n", 400), ("A: b\u{0}c\r\n", 400), ("Host: second\r\n", 400),
        ("Content-Length: 99999999999999999999\r\n", 413), ("A\u{B}: b\r\n", 400),
    ])
    func `C65: what can be read in two ways is refused, and the connection with it`(_ lines: String, _ status: Int)
        throws
    {
        let client = try server.connect()
        try client.send("POST /rescan HTTP/1.1\r\nHost: x\r\n\(lines)\r\n")
        let response = try client.receive()
        #expect([status, 400].contains(response.status), "\(response.status)")
        #expect(response["connection"] == "close")
        #expect(try client.isAtEnd())
    }

    @Test func `C65: sizes beyond the limits have their own statuses`() throws {
        func status(_ bytes: String) throws -> Int {
            let client = try server.connect()
            // The server may answer, and close, before it has read all.
            try? client.send(bytes)
            return try client.receive().status
        }
        let long = String(repeating: "a", count: 64 << 10)
        #expect(try status("GET / HTTP/1.1\r\nHost: x\r\nA: \(long)\r\n\r\n") == 431)
        let many = String(repeating: "A: b\r\n", count: 10_000)
        #expect(try status("GET / HTTP/1.1\r\nHost: x\r\n\(many)\r\n") == 431)
        #expect(try status("GET /?q=\(String(repeating: "a", count: 1 << 20)) HTTP/1.1\r\nHost: x\r\n\r\n") == 414)
        let chunk = "POST /rescan HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect([400, 413].contains(try status(chunk + "ffffffffffffffff\r\n")))
        #expect(try status("POST /rescan HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999999\r\n\r\n") == 413)
        #expect(try status("GET / HTTP/1.1\r\n\r\n") == 400)
        #expect(try status("GET / HTTP/3.0\r\nHost: x\r\n\r\n") == 505)
        #expect(try server.get("/ready").status == 200)
    }
}
