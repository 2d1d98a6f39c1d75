import HTTPServing
import Platform
import Synchronization
import TestSupport
import Testing

/// Content whose length nobody knows beforehand.
@Suite struct StreamTests {
    /// `/stream` writes a line, a large piece, a file's part, nothing, and a last line; `/broken` fails after the first.
    static func router(directory: TemporaryDirectory) throws -> Router {
        try directory.write(Array("0123456789".utf8), to: "f")
        let file = FileBody(try Directory(at: directory.name).file(FileName("f")), length: 10)
        var router = sampleRouter()
        router.on(.get, "/stream") { _, _ in
            .now(
                HTTPResponse(
                    fields: ["Content-Type": "text/event-stream"],
                    body: .stream(
                        HTTPBodyStream { writer in
                            try await writer.write(Array("first\n".utf8))
                            try await writer.write(largeContent)
                            try await writer.write(.sequence([.file(file.part(2..<5)), .bytes([10])]))
                            try await writer.write([])
                            try await writer.write(Array("last\n".utf8))
                        })))
        }
        router.on(.get, "/broken") { _, _ in
            .later {
                HTTPResponse(
                    body: .stream(
                        HTTPBodyStream { writer in
                            try await writer.write(Array("first\n".utf8))
                            throw HTTPProblem.internalError
                        }))
            }
        }
        return router
    }

    static let content = Array("first\n".utf8) + largeContent + Array("234\nlast\n".utf8)

    @Test func chunksAreFramedAndTheConnectionGoesOn() async throws {
        let directory = try TemporaryDirectory()
        try await withServer(try Self.router(directory: directory)) { port in
            let client = try RawHTTPClient(port: port)
            for _ in 0..<3 {
                let response = try client.get("/stream", fields: [("Accept-Encoding", "gzip"), ("Range", "bytes=0-1")])
                #expect(response.status == 200)
                #expect(response["transfer-encoding"] == "chunked")
                #expect(response["content-length"] == nil)
                #expect(response["content-encoding"] == nil)
                #expect(response.body == Self.content)
            }
            try client.send(
                "GET /stream HTTP/1.1\r\nHost: x\r\n\r\nGET /small HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try client.receive().body == Self.content)
            #expect(try client.receive().text == "small")
        }
    }

    @Test func headDoesNotStartTheProducer() async throws {
        let directory = try TemporaryDirectory()
        try await withServer(try Self.router(directory: directory)) { port in
            let client = try RawHTTPClient(port: port)
            let head = try client.get("/stream", method: "HEAD")
            #expect(head["transfer-encoding"] == "chunked")
            #expect(try client.get("/small").text == "small")
        }
    }

    @Test func anOldClientReadsUpToTheEnd() async throws {
        let directory = try TemporaryDirectory()
        try await withServer(try Self.router(directory: directory)) { port in
            let client = try RawHTTPClient(port: port)
            try client.send("GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            let response = try client.receive()
            #expect(response["transfer-encoding"] == nil)
            #expect(response["connection"] == "close")
            #expect(response.body == Self.content)
            #expect(try client.isAtEnd())
        }
    }

    @Test func aProducerThatFailsLeavesNoLastChunk() async throws {
        let directory = try TemporaryDirectory()
        try await withServer(try Self.router(directory: directory)) { port in
            let client = try RawHTTPClient(port: port)
            try client.send("GET /broken HTTP/1.1\r\nHost: x\r\n\r\n")
            let text = String(decoding: try client.receiveAll(), as: UTF8.self)
            #expect(text.hasSuffix("\r\n\r\n6\r\nfirst\n\r\n"))
        }
    }

    /// What two sides of a test tell each other without waiting.
    final class Tally: Sendable {
        private let counts = Mutex((written: 0, ended: 0))
        var written: Int { counts.withLock { $0.written } }
        var ended: Int { counts.withLock { $0.ended } }
        func write() { counts.withLock { $0.written += 1 } }
        func end() { counts.withLock { $0.ended += 1 } }
    }

    /// What a producer says of itself: the pieces that it got rid of, and how it ended.
    enum Report: Equatable, Sendable {
        case wrote(Int)
        case ended(isCancelled: Bool)
    }

    /// `/events` writes a piece of `size` bytes, says so, and waits for the next of `releases`.
    static func events(
        size: Int, releases: AsyncStream<Void>, _ report: AsyncStream<Report>.Continuation
    ) -> Router {
        var router = sampleRouter()
        router.on(.get, "/events") { _, _ in
            .now(
                HTTPResponse(
                    body: .stream(
                        HTTPBodyStream { writer in
                            defer { report.yield(.ended(isCancelled: Task.isCancelled)) }
                            var number = 0
                            for await _ in releases {
                                try await writer.write([UInt8](repeating: 65, count: size))
                                number += 1
                                report.yield(.wrote(number))
                            }
                        })))
        }
        return router
    }

    @Test func eachPieceIsSentAtOnceAndIdleTimeEndsNothing() async throws {
        let (releases, release) = AsyncStream<Void>.makeStream()
        let (_, report) = AsyncStream<Report>.makeStream()
        var limits = ServerLimits()
        limits.idleTime = .milliseconds(50)
        try await withServer(Self.events(size: 3, releases: releases, report), limits: limits) { port in
            let client = try RawHTTPClient(port: port)
            try client.send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try client.receive(toHEAD: true).status == 200, "the head comes before any content")
            // Other clients whose idle time ends twice tell how time passes.
            for _ in 0..<2 { #expect(try RawHTTPClient(port: port).isAtEnd()) }
            for _ in 0..<3 {
                release.yield()
                #expect(String(decoding: try client.take(8), as: UTF8.self) == "3\r\nAAA\r\n")
            }
            release.finish()
            #expect(String(decoding: try client.take(5), as: UTF8.self) == "0\r\n\r\n")
            #expect(try client.isAtEnd(), "idle again, and closed for it")
        }
    }

    @Test func aClientThatStopsReadingHoldsItsProducerUpAndIsClosed() async throws {
        let tally = Tally()
        var router = sampleRouter()
        router.on(.get, "/endless") { _, _ in
            .now(
                HTTPResponse(
                    body: .stream(
                        HTTPBodyStream { writer in
                            defer { tally.end() }
                            while true {
                                try await writer.write([UInt8](repeating: 65, count: 1_000_000))
                                tally.write()
                            }
                        })))
        }
        var limits = ServerLimits()
        limits.stallTime = .milliseconds(300)
        try await withServer(router, limits: limits) { port in
            let slow = try RawHTTPClient(port: port, receiveBuffer: 4096)
            try slow.send("GET /endless HTTP/1.1\r\nHost: x\r\n\r\n")
            let other = try RawHTTPClient(port: port)
            while tally.ended == 0 { #expect(try other.get("/small").status == 200) }
            // The kernel's buffers hold some megabytes, the server one piece.
            #expect(tally.written < 20)
            #expect(try slow.receiveAll().count < 20_000_000)
        }
    }

    @Test func theProducerIsCancelledWhenItsClientLeaves() async throws {
        let (releases, release) = AsyncStream<Void>.makeStream()
        let (reports, report) = AsyncStream<Report>.makeStream()
        release.yield()
        let (server, port) = try await ShutdownTests.start(Self.events(size: 1, releases: releases, report))
        var events = reports.makeAsyncIterator()
        do {
            let client = try RawHTTPClient(port: port)
            try client.send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await events.next() == .wrote(1))
            #expect(await server.metrics().openStreams == 1)
        }
        #expect(await events.next() == .ended(isCancelled: true))
        await server.shutdown(deadline: .seconds(5))
    }

    @Test func shutdownEndsStreamsInOrder() async throws {
        let (releases, release) = AsyncStream<Void>.makeStream()
        let (reports, report) = AsyncStream<Report>.makeStream()
        release.yield()
        let (server, port) = try await ShutdownTests.start(Self.events(size: 1, releases: releases, report))
        let client = try RawHTTPClient(port: port)
        try client.send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n")
        var events = reports.makeAsyncIterator()
        #expect(await events.next() == .wrote(1))
        let start = ContinuousClock.now
        await server.shutdown(deadline: .seconds(20))
        #expect(ContinuousClock.now - start < .seconds(10))
        let text = String(decoding: try client.receiveAll(), as: UTF8.self)
        #expect(text.hasSuffix("1\r\nA\r\n0\r\n\r\n"), "the last chunk says that all is there")
    }
}
