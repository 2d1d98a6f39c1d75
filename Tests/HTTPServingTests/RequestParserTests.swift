import Testing

@testable import HTTPServing

@Suite struct RequestParserTests {
    /// What a parser makes of bytes that come `step` at a time.
    static func parse(
        _ text: String, step: Int = .max, contentLimit: Int = 1 << 20, limits: ParserLimits = ParserLimits()
    ) throws(HTTPProblem) -> [(head: RequestHead, content: [UInt8])] {
        var parser = RequestParser(limits: limits)
        var result: [(head: RequestHead, content: [UInt8])] = []
        var pending: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            pending += rest.prefix(step)
            rest = rest.dropFirst(step)
            var consumed = 0
            while let event = try parser.next(pending.span, consumed: &consumed) {
                switch event {
                case .head(let head):
                    result.append((head, []))
                    if head.hasContent { parser.acceptContent(limit: contentLimit) }
                case .content(let content): result[result.count - 1].content = content
                }
                if consumed == pending.count { break }
            }
            pending.removeFirst(consumed)
        }
        return result
    }

    static func status(_ text: String, step: Int = .max) -> Int {
        do throws(HTTPProblem) {
            return try parse(text, step: step).isEmpty ? 0 : 200
        } catch {
            return error.status.code
        }
    }

    @Test(arguments: [1, 2, 3, 7, 64, .max])
    func readsTheSameHoweverTheBytesCome(step: Int) throws {
        let text =
            "\r\nGET /a?b=c HTTP/1.1\r\nHost: x:1\r\nX-Empty:\r\nX-Spaces: \t a b \t\r\n\r\n"
            + "POST / HTTP/1.1\r\nhost: x\r\nContent-Length: 5\r\n\r\nhello"
            + "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\n"
            + "3;a=b\r\nabc\r\n00A \r\n0123456789\r\n0\r\nTrailer: dropped\r\n\r\n"
            + "GET / HTTP/1.0\r\n\r\n"
        let requests = try Self.parse(text, step: step)
        #expect(requests.count == 4)
        #expect(requests[0].head.method == .get)
        #expect(String(decoding: requests[0].head.target, as: UTF8.self) == "/a?b=c")
        #expect(requests[0].head.fields["HOST"] == "x:1")
        #expect(requests[0].head.fields["x-empty"] == "")
        #expect(requests[0].head.fields["X-Spaces"] == "a b")
        #expect(requests[0].head.keepsAlive)
        #expect(requests[1].content == Array("hello".utf8))
        #expect(requests[2].content == Array("abc0123456789".utf8))
        #expect(requests[2].head.fields.contains("Trailer") == false)
        #expect(!requests[3].head.isVersion11 && !requests[3].head.keepsAlive)
    }

    static let refused: [(String, Int)] = [
        ("GET / HTTP/1.1\nHost: x\n\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\rX: y\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n Host: x\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nA: b\u{0}c\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nA: b\u{7F}c\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nA\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\n: b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nA(b): c\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", 400),
        ("GET / HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x, y\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x/y\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", 400),
        ("GET  / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        ("GET /  HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        ("GET / HTTP/1.1 \r\nHost: x\r\n\r\n", 400),
        (" GET / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        ("GET /\r\nHost: x\r\n\r\n", 400),
        ("GET\r\n\r\n", 400),
        ("G@T / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        ("GET / http/1.1\r\nHost: x\r\n\r\n", 400),
        ("GET / HTTP/1.10\r\nHost: x\r\n\r\n", 400),
        ("GET / HTTP/2.0\r\nHost: x\r\n\r\n", 505),
        ("GET / HTTP/0.9\r\nHost: x\r\n\r\n", 505),
        ("\r\n\r\n\r\n\r\n\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\nhello", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\nhello", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5 5\r\n\r\nhello", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0x5\r\n\r\nhello", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length:\r\n\r\nhello", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5, 5\r\n\r\nhello", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
        ("POST / HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n", 417),
    ]

    @Test(arguments: refused, [1, .max])
    func refusesWhatTwoReadersCouldUnderstandDifferently(_ item: (text: String, status: Int), step: Int) {
        #expect(Self.status(item.text, step: step) == item.status, "\(item.text)")
    }

    @Test(arguments: [
        ("ffffffffffffffff\r\n", 400), ("7fffffffffffffff\r\n", 413), ("100001\r\n", 413), ("-1\r\n", 400),
        ("\r\n", 400),
        ("0x3\r\nabc", 400), ("3\nabc", 400), ("3\r\nabcd\r\n", 400), ("3\r\nabc\n0\r\n\r\n", 400), ("3 3\r\nabc", 400),
        ("0\r\nbad trailer\r\n\r\n", 400), ("3;\(String(repeating: "x", count: 300))\r\nabc\r\n", 400),
        ("0\r\n\(String(repeating: "A: b\r\n", count: 1000))\r\n", 400),
    ])
    func refusesBrokenChunks(chunks: String, status: Int) {
        for step in [1, Int.max] {
            let head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            #expect(Self.status(head + chunks, step: step) == status, "\(chunks.prefix(40))")
        }
    }

    @Test(arguments: [1000, .max])
    func answersTooMuchWithItsStatus(step: Int) {
        let long = String(repeating: "a", count: 1 << 20)
        #expect(Self.status("GET /?q=\(long) HTTP/1.1\r\nHost: x\r\n\r\n", step: step) == 414)
        #expect(Self.status("GET / HTTP/1.1\r\nHost: x\r\nA: \(long.prefix(65536))\r\n\r\n", step: step) == 431)
        let many = String(repeating: "A: b\r\n", count: 10_000)
        #expect(Self.status("GET / HTTP/1.1\r\nHost: x\r\n\(many)\r\n", step: step) == 431)
    }

    @Test func aHeadThatComesByteByByteIsNotSearchedAgainAndAgain() throws {
        var limits = ParserLimits()
        limits.headBytes = 400_000
        let text = "GET / HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "a", count: 256 * 1024))\r\n\r\n"
        let bytes = Array(text.utf8)
        var parser = RequestParser(limits: limits)
        var consumed = 0
        let clock = ContinuousClock()
        let duration = try clock.measure {
            for end in 1..<bytes.count {
                let event = try parser.next(bytes.span.extracting(0..<end), consumed: &consumed)
                if event != nil { Issue.record("there is no head yet") }
            }
        }
        #expect(duration < .seconds(5))
    }
}
