import HTTPServing
import Platform
import TestSupport
import Testing

@Suite struct ShutdownTests {
    static func start(_ router: Router) async throws -> (HTTPServer, UInt16) {
        let address = SocketAddress(host: [127, 0, 0, 1], port: 0)
        let server = HTTPServer(configuration: ServerConfiguration(addresses: [address], loops: 2), log: .silent)
        return (server, try await server.start(router)[0].port)
    }

    @Test func requestsUnderWayAreFinished() async throws {
        let (started, starting) = AsyncStream<Void>.makeStream()
        let (release, releasing) = AsyncStream<Void>.makeStream()
        var router = Router()
        router.on(.get, "/wait") { _, _ in
            .later {
                starting.yield()
                for await _ in release { break }
                return HTTPResponse(type: "text/plain", Array("done".utf8))
            }
        }
        let (server, port) = try await Self.start(router)
        let idle = try RawHTTPClient(port: port)
        let busy = try RawHTTPClient(port: port)
        try busy.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
        for await _ in started { break }
        async let stopped: Void = server.shutdown(deadline: .seconds(20))
        let idleEnded = try idle.isAtEnd()
        #expect(idleEnded)
        releasing.yield()
        let response = try await Task { try busy.receive() }.value
        #expect(response.text == "done")
        await stopped
        #expect(throws: SystemError.self) { try RawHTTPClient(port: port) }
    }

    @Test func aResponseThatIsBeingSentIsFinishedAndThenTheConnectionEnds() async throws {
        let content = [UInt8](repeating: 7, count: 8 << 20)
        var router = Router()
        router.on(.get, "/long") { _, _ in .now(HTTPResponse(type: "text/plain", content)) }
        let (server, port) = try await Self.start(router)
        let (isUnderWay, beginning) = AsyncStream<Void>.makeStream()
        async let received = offPool {
            let client = try RawHTTPClient(port: port, receiveBuffer: 16 << 10)
            try client.send("GET /long HTTP/1.1\r\nHost: x\r\n\r\n")
            // The head alone.
            #expect(try client.receive(toHEAD: true)["content-length"] == "\(content.count)")
            beginning.yield()
            return try client.receiveAll().count
        }
        for await _ in isUnderWay { break }
        let start = ContinuousClock.now
        await server.shutdown(deadline: .seconds(30))
        #expect(ContinuousClock.now - start < .seconds(20))
        #expect(try await received == content.count)
    }

    @Test func theDeadlineCutsOffWhatIsNotFinished() async throws {
        var router = Router()
        let (started, starting) = AsyncStream<Void>.makeStream()
        router.on(.get, "/wait") { _, _ in
            .later {
                starting.yield()
                try? await Task.sleep(for: .seconds(60))
                return HTTPResponse(.noContent)
            }
        }
        let (server, port) = try await Self.start(router)
        let client = try RawHTTPClient(port: port)
        try client.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
        for await _ in started { break }
        let start = ContinuousClock.now
        await server.shutdown(deadline: .milliseconds(50))
        #expect(ContinuousClock.now - start < .seconds(10))
        #expect(try client.isAtEnd())
    }

    @Test func metricsCountWhatWasDone() async throws {
        let (server, port) = try await Self.start(sampleRouter())
        try await offPool {
            let client = try RawHTTPClient(port: port)
            for target in ["/small", "/missing", "/small"] { _ = try client.get(target) }
        }
        let metrics = await server.metrics()
        #expect(metrics.acceptedConnections == 1)
        #expect(metrics.responsesByClass[2] == 2)
        #expect(metrics.responsesByClass[4] == 1)
        #expect(metrics.durationCounts.reduce(0, +) == 3)
        await server.shutdown(deadline: .seconds(1))
    }
}
