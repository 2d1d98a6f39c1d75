import HTTPServing
import Platform
import Synchronization
import TestSupport
import Testing

/// WebSockets that are slow, silent, or leave.
@Suite struct WebSocketLifeTests {
    @Test func clientsThatStopReadingAreClosedAndDisturbNobody() async throws {
        let tally = StreamTests.Tally()
        var router = WebSocketTests.echo()
        router.on(.get, "/flood") { request, _ throws(HTTPProblem) in
            .upgrade(
                try WebSocketUpgrade(request) { socket in
                    defer { tally.end() }
                    while true {
                        try await socket.send(.binary([UInt8](repeating: 1, count: 100_000)))
                        tally.write()
                    }
                })
        }
        var limits = ServerLimits()
        limits.stallTime = .milliseconds(300)
        let clients = 20
        try await withServer(router, limits: limits) { port in
            let slow = try (0..<clients).map { _ in
                try RawWebSocketClient(port: port, "/flood", receiveBuffer: 4096)
            }
            let healthy = try RawWebSocketClient(port: port, "/socket")
            var pongs = 0
            while tally.ended < clients {
                // Half of them still send, which must not look as if they read; no more than the kernel holds.
                if pongs < 20_000 { for client in slow.prefix(clients / 2) { try? client.send(.pong()) } }
                pongs += 1
                try healthy.send(.text("still here"))
                #expect(try healthy.receive().text == "still here")
            }
            #expect(tally.written < clients * 100, "the kernel holds some megabytes, the server one message each")
            withExtendedLifetime(slow) {}
        }
    }

    @Test func nothingIsReadWhileTheHandlerIsBusy() async throws {
        let (release, releasing) = AsyncStream<Void>.makeStream()
        let (reports, report) = AsyncStream<StreamTests.Report>.makeStream()
        var router = sampleRouter()
        router.on(.get, "/busy") { request, _ throws(HTTPProblem) in
            .upgrade(
                try WebSocketUpgrade(request) { socket in
                    if await socket.receive() != nil { for await _ in release { break } }
                    report.yield(.ended(isCancelled: Task.isCancelled))
                })
        }
        let (server, port) = try await ShutdownTests.start(router)
        try await offPool { () throws -> Void in
            let client = try RawWebSocketClient(port: port, "/busy", timeout: 1)
            // A plain close would wait behind what nobody reads.
            client.connection.resetOnClose()
            try client.send(.text("x"))
            // The kernel takes some megabytes, and then nobody does.
            let frame = WebSocketFrame(2, [UInt8](repeating: 0, count: 60_000)).bytes()
            var sent = 0
            #expect(throws: SystemError.self) {
                while sent < 2000 {
                    try client.connection.send(frame)
                    sent += 1
                }
            }
            #expect(sent < 500)
        }
        var events = reports.makeAsyncIterator()
        #expect(await events.next() == .ended(isCancelled: true), "it is told that its client is gone")
        releasing.finish()
        await server.shutdown(deadline: .zero)
    }

    @Test func silentClientsArePingedAndThenDropped() async throws {
        var limits = ServerLimits()
        limits.webSocket.pingInterval = .milliseconds(100)
        limits.webSocket.pongTime = .milliseconds(800)
        try await withServer(WebSocketTests.echo(), limits: limits) { port in
            let silent = try RawWebSocketClient(port: port, "/socket")
            let alive = try RawWebSocketClient(port: port, "/socket")
            // Each answer makes room for one more ping.
            for _ in 0..<5 {
                #expect(try alive.receive() == .ping())
                try alive.send(.pong())
            }
            #expect(try silent.receiveAll() == [.ping()])
            try alive.send(.close(1000))
            #expect(try alive.receiveAll().last == .close(1000))
        }
    }

    @Test func aClientThatDoesNotAnswerTheCloseIsDropped() async throws {
        var router = sampleRouter()
        router.on(.get, "/leave") { request, _ throws(HTTPProblem) in
            .upgrade(
                try WebSocketUpgrade(request) { socket in
                    await socket.close(.policyViolation, reason: String(repeating: "ä", count: 100))
                    #expect(await socket.receive() == nil)
                    await #expect(throws: ConnectionClosed.self) { try await socket.send(.text([65])) }
                })
        }
        router.on(.get, "/return") { request, _ throws(HTTPProblem) in
            .upgrade(try WebSocketUpgrade(request) { _ in })
        }
        router.on(.get, "/fail") { request, _ throws(HTTPProblem) in
            .upgrade(try WebSocketUpgrade(request) { _ in throw HTTPProblem.internalError })
        }
        var limits = ServerLimits()
        limits.webSocket.closeTime = .milliseconds(100)
        try await withServer(router, limits: limits) { port in
            for (target, code) in [("/leave", 1008), ("/return", 1000), ("/fail", 1011)] {
                let client = try RawWebSocketClient(port: port, target)
                let frames = try client.receiveAll()
                #expect(frames.map(\.closeCode) == [code])
                if target == "/leave" {
                    #expect(
                        frames.first?.payload.dropFirst(2).elementsEqual(Array(repeating: "ä", count: 61).joined().utf8)
                            == true)
                }
            }
        }
    }

    @Test(arguments: [true, false]) func theHandlerEndsWhenItsClientVanishes(isReset: Bool) async throws {
        let (reports, report) = AsyncStream<StreamTests.Report>.makeStream()
        var router = sampleRouter()
        router.on(.get, "/wait") { request, _ throws(HTTPProblem) in
            .upgrade(
                try WebSocketUpgrade(request) { socket in
                    report.yield(.wrote(0))
                    #expect(await socket.receive() == nil)
                    report.yield(.ended(isCancelled: Task.isCancelled))
                })
        }
        let (server, port) = try await ShutdownTests.start(router)
        var events = reports.makeAsyncIterator()
        do {
            let client = try RawWebSocketClient(port: port, "/wait")
            #expect(await events.next() == .wrote(0))
            #expect(await server.metrics().openWebSockets == 1)
            if isReset { client.connection.resetOnClose() }
        }
        #expect(await events.next() == .ended(isCancelled: true))
        #expect(await server.metrics().openWebSockets == 0)
        await server.shutdown(deadline: .seconds(5))
    }

    @Test func shutdownSaysGoingAway() async throws {
        let (server, port) = try await ShutdownTests.start(WebSocketTests.echo())
        let (opened, opening) = AsyncStream<Void>.makeStream()
        async let stopped: Void = {
            for await _ in opened { break }
            await server.shutdown(deadline: .seconds(20))
        }()
        try await offPool { () throws -> Void in
            let client = try RawWebSocketClient(port: port, "/socket")
            try client.send(.text("x"))
            #expect(try client.receive() == .text("x"))
            opening.yield()
            #expect(try client.receive() == .close(1001))
            try client.send(.close(1001))
            #expect(try client.receiveAll().isEmpty)
        }
        await stopped
    }

    @Test func aReceiverCanBeCancelledAlone() async throws {
        var router = sampleRouter()
        router.on(.get, "/group") { request, _ throws(HTTPProblem) in
            .upgrade(
                try WebSocketUpgrade(request) { socket in
                    let waiting = Task { await socket.receive() }
                    waiting.cancel()
                    #expect(await waiting.value == nil)
                    try await socket.send(.text(Array("ready".utf8)))
                    try await socket.waitUntilDrained()
                    if let message = await socket.receive() { try await socket.send(message) }
                })
        }
        try await withServer(router) { port in
            let client = try RawWebSocketClient(port: port, "/group")
            #expect(try client.receive() == .text("ready"))
            try client.send(.text("y"))
            #expect(try client.receive() == .text("y"))
            #expect(try client.receive() == .close(1000))
        }
    }
}
