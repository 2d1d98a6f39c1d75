import Platform
import TestSupport
import Testing

@Suite struct EventLoopTests {
    /// An actor that lives on a loop.
    actor Resident {
        let loop: EventLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        private var count = 0

        init(_ loop: EventLoop) { self.loop = loop }

        func add() -> Int {
            count += 1
            return count
        }

        nonisolated func turn() { assumeIsolated { $0.count += 1000 } }
    }

    @Test func jobsRunBeforeAndAfterTheLoopHasStopped() async throws {
        let loop = try EventLoop(label: "test")
        let resident = Resident(loop)
        try loop.start { _ in nil }
        await withTaskGroup { group in
            for _ in 0..<500 { group.addTask { _ = await resident.add() } }
        }
        #expect(await resident.add() == 501)
        await loop.stop()
        #expect(await resident.add() == 502)
        await loop.stop()
    }

    @Test func eventsCarryTheirToken() async throws {
        let loop = try EventLoop(label: "test")
        let listener = try ListeningSocket(SocketAddress(host: [127, 0, 0, 1], port: 0), isFirst: true)
        let (tokens, continuation) = AsyncStream<UInt64>.makeStream()
        let resident = Resident(loop)
        try loop.add(listener.descriptor, token: 42, interest: .readable)
        try loop.start { events in
            resident.turn()
            for event in events where event.readiness.contains(.readable) { continuation.yield(event.token) }
            return events.isEmpty ? nil : .milliseconds(20)
        }
        let address = try listener.address()
        let second = try ListeningSocket(address, isFirst: false)
        #expect(try second.address() == address, "two sockets share a port")
        _ = consume second
        let client = try RawHTTPClient(port: address.port)
        for await token in tokens {
            #expect(token == 42)
            break
        }
        let connection = try listener.accept()
        let isConnected = connection != nil
        #expect(isConnected)
        #expect(throws: SystemError.self) { _ = try ListeningSocket(address, isFirst: true) }
        withExtendedLifetime(client) {}
        await loop.stop()
    }

    @Test func tokensAreNeverGivenTwice() {
        var map = SlotMap<String>()
        let first = map.nextToken
        map.insert("a")
        let second = map.nextToken
        map.insert("b")
        #expect(map[first] == "a" && map[second] == "b" && map.count == 2)
        #expect(map.remove(first) == "a")
        #expect(map[first] == nil && map.remove(first) == nil)
        let third = map.nextToken
        map.insert("c")
        #expect(third != first && third & 0xFFFF_FFFF == first & 0xFFFF_FFFF)
        #expect(map[first] == nil && map[third] == "c")
        #expect(map.elements == ["c", "b"])
    }

    @Test(
        arguments: [
            ("127.0.0.1:8080", "127.0.0.1:8080"), ("[::1]:0", "[::1]:0"), ("0.0.0.0:65535", "0.0.0.0:65535"),
            ("[2001:db8:0::1]:1", "[2001:db8::1]:1"), ("127.0.0.1", nil), ("127.0.0.1:", nil), ("127.0.0.1:65536", nil),
            ("127.0.0.1:+1", nil), ("::1:80", nil), ("localhost:80", nil), ("[127.0.0.1]:80", nil), ("", nil),
        ] as [(String, String?)])
    func addressesAreNumeric(text: String, description: String?) {
        #expect(SocketAddress(text)?.description == description)
    }

    @Test func loopbackIsKnown() {
        #expect(SocketAddress("127.9.9.9:1")?.isLoopback == true)
        #expect(SocketAddress("[::1]:1")?.isLoopback == true)
        #expect(SocketAddress("0.0.0.0:1")?.isLoopback == false)
        #expect(SocketAddress("[::]:1")?.isLoopback == false)
    }
}
