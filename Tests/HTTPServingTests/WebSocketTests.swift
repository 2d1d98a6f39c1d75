import HTTPServing
import Platform
import Synchronization
import TestSupport
import Testing

/// Right and wrong frames against a WebSocket that echoes (RFC 6455 sections 5 to 8).
@Suite struct WebSocketTests {
    static func echo(subprotocols: [String] = []) -> Router {
        var router = sampleRouter()
        router.on(.get, "/socket") { request, _ throws(HTTPProblem) in
            .upgrade(
                try WebSocketUpgrade(request, subprotocols: subprotocols) { socket in
                    while let message = await socket.receive() { try await socket.send(message) }
                })
        }
        return router
    }

    @Test func messagesComeBackWhole() async throws {
        try await withServer(Self.echo()) { port in
            let client = try RawWebSocketClient(port: port, "/socket")
            for length in [0, 1, 125, 126, 65535, 65536] {
                let frame = WebSocketFrame(2, Array(largeContent.prefix(length)))
                try client.send(frame)
                #expect(try client.receive() == frame, "\(length)")
            }
            // All at once, in pieces that meet no frame's end.
            let frames = (0..<500).map { WebSocketFrame.text("message \($0)") }
            let bytes = frames.flatMap { $0.bytes() }
            for start in stride(from: 0, to: bytes.count, by: 37) {
                try client.connection.send(Array(bytes[start..<min(bytes.count, start + 37)]))
            }
            for frame in frames { #expect(try client.receive() == frame) }
        }
    }

    @Test func aThousandFragmentsWithPingsBetween() async throws {
        try await withServer(Self.echo()) { port in
            let client = try RawWebSocketClient(port: port, "/socket")
            try client.send(.text("ä", isFinal: false))
            for number in 0..<1000 {
                // A letter's two bytes come in two fragments.
                try client.send(.continuation([number & 1 == 0 ? 0xC3 : 0xB6], isFinal: number == 999))
                if number % 10 == 0 {
                    try client.send(.ping(Array("\(number)".utf8)))
                    #expect(try client.receive() == .pong(Array("\(number)".utf8)))
                }
            }
            #expect(try client.receive() == .text("ä" + String(repeating: "ö", count: 500)))
            try client.send(.pong([1]))
            try client.send(.ping([UInt8](repeating: 7, count: 125)))
            #expect(try client.receive() == .pong([UInt8](repeating: 7, count: 125)))
        }
    }

    /// What is sent, whether it is right only with what follows, and the code of the close frame.
    static let broken: [(String, [UInt8], Int)] = [
        ("fragmented ping", WebSocketFrame(9, isFinal: false).bytes(), 1002),
        ("ping of 126 bytes", WebSocketFrame.ping([UInt8](repeating: 0, count: 126)).bytes(), 1002),
        ("unmasked", WebSocketFrame.text("x").bytes(mask: nil), 1002),
        ("reserved opcode 3", WebSocketFrame(3).bytes(), 1002),
        ("reserved opcode 11", WebSocketFrame(11).bytes(), 1002),
        ("reserved bit", WebSocketFrame(1, reserved: 4).bytes(), 1002),
        ("reserved bit of a ping", WebSocketFrame(9, reserved: 1).bytes(), 1002),
        ("continuation of nothing", WebSocketFrame.continuation([]).bytes(), 1002),
        (
            "text within a message",
            WebSocketFrame.text("x", isFinal: false).bytes() + WebSocketFrame.text("y").bytes(), 1002
        ),
        ("no UTF-8", WebSocketFrame(1, [0xC3, 0x28]).bytes(), 1007),
        ("half a letter", WebSocketFrame(1, [0xC3]).bytes(), 1007),
        (
            "no UTF-8 over two fragments",
            WebSocketFrame(1, [0xCE, 0xBA, 0xED], isFinal: false).bytes()
                + WebSocketFrame.continuation([0xA0, 0x80]).bytes(), 1007
        ),
        ("no UTF-8 in a message that goes on", WebSocketFrame(1, [0xF8], isFinal: false).bytes(), 1007),
        ("length in too many bytes", [0x82, 0xFE, 0, 1, 0, 0, 0, 0, 1], 1002),
        ("length in far too many bytes", [0x82, 0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], 1002),
        ("length with a sign", WebSocketFrame(2).bytes(length: 1 << 63), 1002),
        ("more than the limit", WebSocketFrame(2).bytes(length: 65537), 1009),
        ("exabytes", WebSocketFrame(2).bytes(length: UInt64(Int64.max)), 1009),
        (
            "more than the limit in fragments",
            WebSocketFrame(2, [UInt8](repeating: 0, count: 65536), isFinal: false).bytes()
                + WebSocketFrame.continuation([1]).bytes(), 1009
        ),
        ("close with one byte", WebSocketFrame(8, [3]).bytes(), 1002),
        ("close 999", WebSocketFrame.close(999).bytes(), 1002),
        ("close 1005", WebSocketFrame.close(1005).bytes(), 1002),
        ("close 1006", WebSocketFrame.close(1006).bytes(), 1002),
        ("close 5000", WebSocketFrame.close(5000).bytes(), 1002),
        ("close with no UTF-8", WebSocketFrame.close(1000, [0xFF]).bytes(), 1007),
    ]

    @Test(arguments: broken)
    func brokenRulesCloseWithTheirCode(what: String, bytes: [UInt8], code: Int) async throws {
        try await withServer(Self.echo()) { port in
            let client = try RawWebSocketClient(port: port, "/socket")
            try client.connection.send(bytes + WebSocketFrame.text("never seen").bytes())
            let frames = try client.receiveAll()
            #expect(frames.map(\.opcode) == [8], "one close frame and nothing else")
            #expect(frames.last?.closeCode == code, "\(what)")
        }
    }

    @Test(arguments: [nil, 1000, 1001, 1011, 3000, 4999] as [UInt16?])
    func aCloseFrameIsAnsweredOnceAndNothingAfterIt(code: UInt16?) async throws {
        try await withServer(Self.echo()) { port in
            let client = try RawWebSocketClient(port: port, "/socket")
            // The answer to what came before goes first.
            try client.connection.send(
                WebSocketFrame.text("last").bytes() + WebSocketFrame.close(code).bytes()
                    + WebSocketFrame.text("late").bytes())
            let frames = try client.receiveAll()
            #expect(frames == [.text("last"), .close(code)])
        }
    }

    @Test func tooManyFragmentsAreRefused() async throws {
        var limits = ServerLimits()
        limits.webSocket.fragments = 10
        try await withServer(Self.echo(), limits: limits) { port in
            let client = try RawWebSocketClient(port: port, "/socket")
            try client.send(.text("", isFinal: false))
            for _ in 0..<10 { try client.send(.continuation([], isFinal: false)) }
            #expect(try client.receiveAll().map(\.closeCode) == [1008])
        }
    }

    @Test func whatComesWithTheHandshakeIsRead() async throws {
        try await withServer(Self.echo(subprotocols: ["v1"])) { port in
            let client = try RawHTTPClient(port: port)
            let lines = RawWebSocketClient.handshake.map { "\($0.0): \($0.1)\r\n" }.joined()
            let head = "GET /socket HTTP/1.1\r\nHost: x\r\nSec-WebSocket-Protocol: v1\r\n\(lines)\r\n"
            try client.send(Array(head.utf8) + WebSocketFrame.text("early").bytes())
            let response = try client.receive()
            #expect(response.status == 101)
            #expect(response["sec-websocket-protocol"] == "v1")
            #expect(response["content-length"] == nil)
            #expect(try client.take(7) == WebSocketFrame.text("early").bytes(mask: nil))
        }
    }

    @Test func aRefusedHandshakeLeavesTheConnectionToOthers() async throws {
        try await withServer(Self.echo()) { port in
            let client = try RawHTTPClient(port: port)
            let plain = try client.get("/socket")
            #expect(plain.status == 426)
            #expect(plain["upgrade"] == "websocket")
            let foreign = try client.get(
                "/socket", fields: RawWebSocketClient.handshake + [("Origin", "http://evil.example")])
            #expect(foreign.status == 403)
            #expect(foreign["content-type"] == "application/problem+json")
            #expect(try client.get("/small").text == "small")
        }
    }
}
