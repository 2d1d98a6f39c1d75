import HTTPServing
import Platform
import TestSupport
import Testing

@Suite struct LiveServerTests {
    @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
        try await withServer(sampleRouter()) { port in
            let client = try RawHTTPClient(port: port)
            var text = ""
            for number in 0..<50 {
                let method = number % 7 == 3 ? "HEAD" : "GET"
                let target =
                    number == 20
                    ? "/missing" : number % 9 == 4 ? "/large" : number % 5 == 2 ? "/later" : "/items/\(number)"
                text += "\(method) \(target) HTTP/1.1\r\nHost: x\r\n\r\n"
            }
            try client.send(text)
            for number in 0..<50 {
                let response = try client.receive(toHEAD: number % 7 == 3)
                #expect(response.status == (number == 20 ? 404 : 200))
                if number % 7 == 3 { continue }
                if number == 20 {
                    #expect(response["content-type"] == "application/problem+json")
                } else if number % 9 == 4 {
                    #expect(response.body == largeContent)
                } else if number % 5 == 2 {
                    #expect(response.text == "later")
                } else {
                    #expect(response.text == "\"\(number)\"")
                }
            }
        }
    }

    @Test func headHasTheFieldsOfGetAndKeepsStep() async throws {
        try await withServer(sampleRouter()) { port in
            let client = try RawHTTPClient(port: port)
            for target in ["/small", "/large", "/json", "/missing", "/later", "/items/1?x=1"] {
                let head = try client.get(target, method: "HEAD")
                let get = try client.get(target)
                #expect(head.status == get.status)
                #expect(head["content-length"] == "\(get.body.count)")
                #expect(head["content-type"] == get["content-type"])
                #expect(get["x-content-type-options"] == "nosniff")
                #expect(get["date"].flatMap(HTTPDate.parse) != nil)
            }
        }
    }

    @Test(arguments: RequestParserTests.refused)
    func aRefusedRequestIsAnsweredAndClosed(text: String, status: Int) async throws {
        try await withServer(sampleRouter()) { port in
            let client = try RawHTTPClient(port: port)
            try client.send(text + "GET /small HTTP/1.1\r\nHost: x\r\n\r\n")
            let response = try client.receive()
            #expect(response.status == status)
            #expect(response["connection"] == "close")
            #expect(response["content-type"] == "application/problem+json")
            #expect(try client.isAtEnd(), "nothing after it is answered")
        }
    }

    @Test func anErrorCanBeReadThoughTheClientIsStillSending() async throws {
        try await withServer(sampleRouter()) { port in
            let client = try RawHTTPClient(port: port)
            try client.send(
                "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 3000000\r\n\r\n")
            try client.send([UInt8](repeating: 65, count: 3_000_000))
            #expect(try client.receive().status == 413)
        }
    }

    @Test(arguments: [1, 1000, 100_000]) func contentComesBack(length: Int) async throws {
        try await withServer(sampleRouter()) { port in
            let client = try RawHTTPClient(port: port)
            let content = Array(largeContent.prefix(length))
            try client.send(
                "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: \(length)\r\n\r\n")
            try client.send(content)
            #expect(try client.receive().body == content)
            try client.send(
                "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n")
            for start in stride(from: 0, to: length, by: 777) {
                let chunk = content[start..<min(length, start + 777)]
                try client.send("\(String(chunk.count, radix: 16))\r\n")
                try client.send(chunk + [13, 10])
            }
            try client.send("0\r\n\r\n")
            #expect(try client.receive().body == content)
        }
    }

    @Test func contentThatIsWaitedForIsAskedFor() async throws {
        try await withServer(sampleRouter()) { port in
            let client = try RawHTTPClient(port: port)
            let head = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nExpect: 100-continue\r\n"
            try client.send(head + "Content-Length: 2\r\n\r\n")
            #expect(try client.receive().status == 100)
            try client.send("ok")
            #expect(try client.receive().text == "ok")
            try client.send(head + "Content-Length: 200000\r\n\r\n")
            #expect(try client.receive().status == 413)
            #expect(try client.isAtEnd())
        }
    }

    @Test func oldClientsAreClosedUnlessTheyAsk() async throws {
        try await withServer(sampleRouter()) { port in
            let client = try RawHTTPClient(port: port)
            try client.send("GET /small HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(try client.receive()["connection"] == "keep-alive")
            try client.send("GET /small HTTP/1.0\r\n\r\n")
            #expect(try client.receive()["connection"] == "close")
            #expect(try client.isAtEnd())
        }
    }

    @Test func aClientMayEndItsSideBeforeTheAnswer() async throws {
        try await withServer(sampleRouter()) { port in
            for target in ["/small", "/large", "/later"] {
                let client = try RawHTTPClient(port: port)
                try client.send("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
                client.finishSending()
                #expect(try client.receive().status == 200, "\(target)")
                #expect(try client.isAtEnd())
            }
        }
    }

    @Test func jsonIsCompressedForWhoTakesIt() async throws {
        try await withServer(sampleRouter()) { port in
            let client = try RawHTTPClient(port: port)
            let plain = try client.get("/json")
            #expect(plain.body == jsonContent)
            #expect(plain["vary"] == "Accept-Encoding")
            #expect(plain["etag"] == "\"j\"")
            for (accept, isCompressed) in [("gzip", true), ("br, *", true), ("gzip;q=0", false), ("identity", false)] {
                let response = try client.get("/json", fields: [("Accept-Encoding", accept)])
                #expect(response["content-encoding"] == (isCompressed ? "gzip" : nil))
                #expect(response["etag"] == (isCompressed ? "W/\"j\"" : "\"j\""))
                #expect(response["vary"] == "Accept-Encoding")
                #expect(isCompressed == (response.body.starts(with: [0x1F, 0x8B])))
            }
            #expect(try client.get("/large", fields: [("Accept-Encoding", "gzip")])["content-encoding"] == nil)
            #expect(try client.get("/small", fields: [("Accept-Encoding", "gzip")])["content-encoding"] == nil)
        }
    }

    @Test func aRawTargetNeverLeavesTheTree() async throws {
        try await withServer(sampleRouter()) { port in
            for target in [
                "/..%2f..%2fetc/passwd", "/%2e%2e/x", "/..;/", "/%252e%252e", "/%c0%ae%c0%ae", "/\\..\\", "/%00",
                "//etc/passwd", "http://elsewhere/etc/passwd", "/%zz", "/%", "/items/../../x", "/items/%2e%2e%2fx",
            ] {
                let client = try RawHTTPClient(port: port)
                let status = try client.get(target).status
                #expect(status == 400 || status == 404, "\(target): \(status)")
                #expect(try client.get("/small").status == 200, "the connection goes on after \(target)")
            }
            let client = try RawHTTPClient(port: port)
            #expect(try client.get("http://elsewhere/small").text == "small")
            #expect(try client.get("*", method: "OPTIONS").status == 204)
        }
    }

    @Test func nothingOfABrokenConnectionReachesTheNextClient() async throws {
        try await withServer(sampleRouter()) { port in
            let next = try RawHTTPClient(port: port)
            for round in 0..<100 {
                do {
                    let broken = try RawHTTPClient(port: port)
                    broken.resetOnClose()
                    let target = ["/small", "/later", "/large"][round % 3]
                    try broken.send(String(repeating: "GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n", count: 40))
                }
                #expect(try next.get("/items/\(round)").text == "\"\(round)\"")
                #expect(try RawHTTPClient(port: port).get("/items/\(round)").text == "\"\(round)\"")
            }
        }
    }

    @Test func severalLoopsShareAPort() async throws {
        try await withServer(sampleRouter(), loops: 3) { port in
            for _ in 0..<20 {
                let response = try RawHTTPClient(port: port).get("/small")
                #expect(response.text == "small")
            }
        }
    }

    @Test func aPortThatIsTakenIsRefused() async throws {
        try await withServer(sampleRouter()) { port in
            #expect(throws: SystemError.self) {
                _ = try ListeningSocket(SocketAddress(host: [127, 0, 0, 1], port: port), isFirst: true)
            }
        }
    }
}
