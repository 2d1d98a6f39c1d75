import Platform
import TestSupport
import Testing

@testable import HTTPServing

@Suite struct RangeTests {
    static let content = Array("0123456789".utf8)

    static func response(
        _ range: String, content: [UInt8] = content, method: HTTPMethod = .get, fields: HTTPFields = [:]
    ) throws -> HTTPResponse {
        var fields = fields
        fields.append("Range", range)
        let request = try HTTPRequest(method, "/", fields: fields)
        return HTTPResponse(
            .ok,
            fields: [
                "Content-Type": "image/jpeg", "ETag": "\"e\"", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT",
            ], body: .bytes(content)
        ).selectingRange(of: request)
    }

    @Test(
        arguments: [
            ("bytes=0-0", 206, "bytes 0-0/10", "0"),
            ("bytes=-1", 206, "bytes 9-9/10", "9"),
            ("bytes=-0", 416, "bytes */10", nil),
            ("bytes=-15", 206, "bytes 0-9/10", "0123456789"),
            ("bytes=10-", 416, "bytes */10", nil),
            ("bytes=10-9-", 200, nil, "0123456789"),
            ("bytes=9-", 206, "bytes 9-9/10", "9"),
            ("bytes=5-2", 200, nil, "0123456789"),
            ("bytes=0-99999999999999999999", 206, "bytes 0-9/10", "0123456789"),
            ("bytes=99999999999999999999-", 416, "bytes */10", nil),
            ("bytes=-99999999999999999999", 206, "bytes 0-9/10", "0123456789"),
            ("bytes=10-,0-1", 206, "bytes 0-1/10", "01"),
            ("BYTES=2-3", 206, "bytes 2-3/10", "23"),
            ("bytes=, 2-3 ,", 206, "bytes 2-3/10", "23"),
            ("bytes=0-5,3-8", 200, nil, "0123456789"),
            ("items=0-1", 200, nil, "0123456789"),
            ("bytes=", 200, nil, "0123456789"),
            ("bytes=,", 200, nil, "0123456789"),
            ("bytes=a-b", 200, nil, "0123456789"),
            ("bytes=1-b", 200, nil, "0123456789"),
            ("bytes=+1-2", 200, nil, "0123456789"),
            ("bytes=-", 200, nil, "0123456789"),
            ("bytes= 0-1", 200, nil, "0123456789"),
            ("bytes 0-1", 200, nil, "0123456789"),
            ("0-1", 200, nil, "0123456789"),
        ] as [(String, Int, String?, String?)])
    func aSingleRange(range: String, status: Int, contentRange: String?, text: String?) throws {
        let response = try Self.response(range)
        #expect(response.status.code == status)
        #expect(response.fields["Content-Range"] == contentRange)
        #expect(response.fields["Accept-Ranges"] == "bytes")
        if let text { #expect(try bytes(response.body) == Array(text.utf8)) }
    }

    @Test func severalRanges() throws {
        let response = try Self.response("bytes=0-1,5-6,-1")
        #expect(response.status == 206)
        let type = try #require(response.fields["Content-Type"])
        let boundary = try #require(type.split(separator: "=").last)
        #expect(type.hasPrefix("multipart/byteranges; boundary="))
        #expect(response.fields["Content-Range"] == nil)
        let parts = [("0-1", "01"), ("5-6", "56"), ("9-9", "9")].map { range, text in
            "\r\n--\(boundary)\r\nContent-Type: image/jpeg\r\nContent-Range: bytes \(range)/10\r\n\r\n\(text)"
        }
        let body = try bytes(response.body)
        #expect(String(decoding: body, as: UTF8.self) == parts.joined() + "\r\n--\(boundary)--\r\n")
        #expect(response.body.length == body.count)
    }

    @Test func aThousandRangesAreTheWhole() throws {
        let content = [UInt8](repeating: 7, count: 5000)
        let ranges = (0..<1000).map { "\($0 * 2)-\($0 * 2)" }.joined(separator: ",")
        let response = try Self.response("bytes=\(ranges)", content: content)
        #expect(response.status == 200)
        #expect(response.body.length == 5000)
    }

    @Test(arguments: [
        ("bytes=0-", 416), ("bytes=-5", 200), ("bytes=-0", 416), ("bytes=0-0", 416), ("bytes=0-,-5", 200),
    ])
    func anEmptyFileHasNoParts(range: String, status: Int) throws {
        let response = try Self.response(range, content: [])
        #expect(response.status.code == status)
        #expect(response.fields["Content-Range"] == (status == 416 ? "bytes */0" : nil))
    }

    @Test(arguments: [
        ("\"e\"", 206), ("\"other\"", 200), ("W/\"e\"", 200), ("e", 200), ("", 200),
        ("Sun, 06 Nov 1994 08:49:37 GMT", 206), ("Sun, 06 Nov 1994 08:49:38 GMT", 200),
        ("Sun, 06 Nov 1994 08:49:36 GMT", 200),
    ])
    func ifRangeAsksForThisVeryRepresentation(condition: String, status: Int) throws {
        #expect(try Self.response("bytes=0-1", fields: ["If-Range": condition]).status.code == status)
    }

    @Test func aDateOfTheRunningSecondIsNoValidator() throws {
        let now = Timestamp.now.httpDate
        let request = try HTTPRequest(.get, "/", fields: ["Range": "bytes=0-1", "If-Range": now])
        let response = HTTPResponse(.ok, fields: ["Last-Modified": now], body: .bytes(Self.content))
        // The second may have ended in between, and then either answer is right.
        let status = response.selectingRange(of: request).status
        #expect(status == 200 || Timestamp.now.httpDate != now)
    }

    @Test func onlyGetHasRanges() throws {
        let response = try Self.response("bytes=0-1", method: .head)
        #expect(response.status == 200)
        #expect(response.body.length == 10)
        #expect(try Self.response("bytes=0-1", fields: ["Range": "bytes=3-4"]).status == 200)
    }

    @Test func partsOfAFileShareItsDescriptor() throws {
        let directory = try TemporaryDirectory()
        try directory.write(Self.content, to: "f")
        let file = FileBody(try Directory(at: directory.name).file(FileName("f")), length: 10)
        let request = try HTTPRequest(.get, "/", fields: ["Range": "bytes=2-4,6-"])
        let response = HTTPResponse(.ok, body: .file(file)).selectingRange(of: request)
        let text = String(decoding: try bytes(response.body), as: UTF8.self)
        #expect(text.contains("bytes 2-4/10\r\n\r\n234\r\n"))
        #expect(text.contains("bytes 6-9/10\r\n\r\n6789\r\n"))
    }
}

/// All bytes of a body.
func bytes(_ body: HTTPBody) throws -> [UInt8] {
    switch body {
    case .none, .stream: []
    case .bytes(let bytes): bytes
    case .file(let file): try file.withDescriptor { try $0.read(count: Int(file.length), at: file.offset) }
    case .sequence(let bodies): try bodies.flatMap(bytes)
    }
}
