import HTTPServing
import Platform
import Synchronization
import TestSupport
import Testing

@Suite struct LimitTests {
    @Test func aSlowHeadGets408AndAnIdleConnectionNothing() async throws {
        var limits = ServerLimits()
        limits.headTime = .milliseconds(100)
        limits.idleTime = .milliseconds(600)
        try await withServer(sampleRouter(), limits: limits) { port in
            let slow = try RawHTTPClient(port: port)
            let idle = try RawHTTPClient(port: port)
            try slow.send("GET /small HTTP/1.1\r\nHos")
            #expect(try slow.receive().status == 408)
            #expect(try slow.isAtEnd())
            #expect(try idle.isAtEnd())
            let served = try RawHTTPClient(port: port)
            #expect(try served.get("/small").status == 200)
            #expect(try served.isAtEnd())
        }
    }

    @Test func slowContentGets408() async throws {
        var limits = ServerLimits()
        limits.contentGraceTime = .milliseconds(100)
        try await withServer(sampleRouter(), limits: limits) { port in
            let client = try RawHTTPClient(port: port)
            try client.send(
                "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nhalf")
            #expect(try client.receive().status == 408)
            #expect(try client.isAtEnd())
        }
    }

    @Test func aClientThatStopsReadingIsClosed() async throws {
        var limits = ServerLimits()
        limits.stallTime = .milliseconds(200)
        try await withServer(sampleRouter(), limits: limits) { port in
            let client = try RawHTTPClient(port: port, receiveBuffer: 4096)
            let requests = String(repeating: "GET /large HTTP/1.1\r\nHost: x\r\n\r\n", count: 20)
            try client.send(requests)
            // Another client's requests tell when time has passed, without a sleep.
            let other = try RawHTTPClient(port: port)
            let start = ContinuousClock.now
            while ContinuousClock.now - start < .milliseconds(900) { #expect(try other.get("/small").status == 200) }
            #expect(try client.receiveAll().count < 20 * largeContent.count)
        }
    }

    @Test func connectionsBeyondTheLimitAreTold() async throws {
        var limits = ServerLimits()
        limits.connections = 2
        try await withServer(sampleRouter(), limits: limits) { port in
            let first = try RawHTTPClient(port: port)
            let second = try RawHTTPClient(port: port)
            #expect(try first.get("/small").status == 200)
            #expect(try second.get("/small").status == 200)
            let third = try RawHTTPClient(port: port)
            let refused = try third.get("/small")
            #expect(refused.status == 503)
            #expect(refused["retry-after"] == "1")
            #expect(try third.isAtEnd())
            #expect(try first.get("/small").status == 200)
        }
    }

    @Test func aFileThatShrinksEndsTheConnection() async throws {
        let directory = try TemporaryDirectory()
        try directory.write([UInt8](repeating: 1, count: 1000), to: "f")
        let file = FileBody(try Directory(at: directory.name).file(FileName("f")), length: 5000)
        var router = Router()
        router.on(.get, "/f") { _, _ in .now(HTTPResponse(.ok, body: .file(file))) }
        try await withServer(router) { port in
            let client = try RawHTTPClient(port: port)
            try client.send("GET /f HTTP/1.1\r\nHost: x\r\n\r\nGET /f HTTP/1.1\r\nHost: x\r\n\r\n")
            let received = String(decoding: try client.receiveAll(), as: UTF8.self)
            #expect(received.contains("Content-Length: 5000"))
            #expect(received.utf8.filter { $0 == 1 }.count <= 1000)
            #expect(received.split(separator: "HTTP/1.1 200").count == 1)
        }
    }

    @Test func filesAreSentWholeAndInParts() async throws {
        let directory = try TemporaryDirectory()
        try directory.write(largeContent, to: "f")
        let file = FileBody(try Directory(at: directory.name).file(FileName("f")), length: Int64(largeContent.count))
        var router = Router()
        router.on(.get, "/f") { request, _ in
            .now(HTTPResponse(.ok, body: .file(file)).selectingRange(of: request))
        }
        try await withServer(router) { port in
            let client = try RawHTTPClient(port: port)
            #expect(try client.get("/f").body == largeContent)
            let part = try client.get("/f", fields: [("Range", "bytes=1000000-2500000")])
            #expect(part.status == 206)
            #expect(part.body == Array(largeContent[1_000_000...2_500_000]))
            let head = try client.get("/f", method: "HEAD", fields: [("Range", "bytes=0-1")])
            #expect(head.status == 200)
            #expect(head["content-length"] == "\(largeContent.count)")
            let parts = try client.get("/f", fields: [("Range", "bytes=0-99,2999990-")])
            #expect(parts.body.count == parts["content-length"].flatMap { Int($0) })
            #expect(try client.get("/f", fields: [("Range", "bytes=3000000-")])["content-range"] == "bytes */3000000")
        }
    }

    @Test func workIsCancelledWhenItsClientLeaves() async throws {
        let (stream, continuation) = AsyncStream<Bool>.makeStream()
        var router = Router()
        router.on(.get, "/wait") { _, _ in
            .later {
                continuation.yield(false)
                try? await Task.sleep(for: .seconds(60))
                continuation.yield(Task.isCancelled)
                return HTTPResponse(.noContent)
            }
        }
        let address = SocketAddress(host: [127, 0, 0, 1], port: 0)
        let server = HTTPServer(configuration: ServerConfiguration(addresses: [address], loops: 1), log: .silent)
        let port = try await server.start(router)[0].port
        var events = stream.makeAsyncIterator()
        do {
            let client = try RawHTTPClient(port: port)
            try client.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await events.next() == false)
        }
        #expect(await events.next() == true)
        await server.shutdown(deadline: .seconds(5))
    }
}
