import TestSupport
import Testing

@testable import HTTPServing

@Suite struct WebSocketHandshakeTests {
    static func upgrade(
        _ changes: [(String, String?)], method: HTTPMethod = .get, isVersion11: Bool = true, known: [String] = []
    ) throws -> WebSocketUpgrade {
        var fields: HTTPFields = ["Host": "server:8080"]
        for (name, value) in RawWebSocketClient.handshake { fields.append(name, value) }
        for (name, value) in changes { fields[name] = value }
        let request = try HTTPRequest(
            method: method, target: Array("/socket".utf8), fields: fields, isVersion11: isVersion11)
        return try WebSocketUpgrade(request, subprotocols: known) { _ in }
    }

    @Test func theAnswerIsThatOfTheStandard() throws {
        let response = try Self.upgrade([]).response
        #expect(response.status == 101)
        #expect(response.fields["Sec-WebSocket-Accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(response.fields["Upgrade"] == "websocket")
        #expect(response.fields["Connection"] == "Upgrade")
        #expect(response.fields["Sec-WebSocket-Protocol"] == nil)
    }

    @Test(arguments: [
        [("Upgrade", "WebSocket")], [("Upgrade", "h2c, websocket")], [("Connection", "keep-alive, Upgrade")],
        [("Connection", "UPGRADE")], [("Connection", "upgrade")], [("Origin", "http://elsewhere")],
    ])
    func handshakesOfAllBrowsersAreTaken(changes: [(String, String?)]) throws {
        _ = try Self.upgrade(changes)
    }

    @Test(
        arguments: [
            ([("Upgrade", nil)], 426), ([("Upgrade", "h2c")], 426), ([("Connection", nil)], 400),
            ([("Connection", "keep-alive")], 400), ([("Sec-WebSocket-Version", nil)], 426),
            ([("Sec-WebSocket-Version", "12")], 426), ([("Sec-WebSocket-Version", "13, 8")], 426),
            ([("Sec-WebSocket-Version", "013")], 426), ([("Sec-WebSocket-Key", nil)], 400),
            ([("Sec-WebSocket-Key", "")], 400), ([("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ")], 400),
            ([("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25j")], 400),
            ([("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==, dGhlIHNhbXBsZSBub25jZQ==")], 400),
            ([("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25j!Q==")], 400),
        ] as [([(String, String?)], Int)])
    func othersAreRefused(changes: [(String, String?)], status: Int) {
        let problem = #expect(throws: HTTPProblem.self) { try Self.upgrade(changes) }
        #expect(problem?.status.code == status)
        if status == 426 {
            #expect(problem?.fields["Sec-WebSocket-Version"] == "13")
            #expect(problem?.fields["Upgrade"] == "websocket")
        }
    }

    @Test func oldVersionsAndOtherMethodsAreRefused() {
        #expect(throws: HTTPProblem.self) { try Self.upgrade([], isVersion11: false) }
        #expect(throws: HTTPProblem.self) { try Self.upgrade([], method: .post) }
        #expect(throws: HTTPProblem.self) { try Self.upgrade([], method: .head) }
    }

    @Test(
        arguments: [
            (nil, ["a"], nil, true), ("a", ["a", "b"], "a", true), ("x, b, a", ["a", "b"], "b", true),
            ("x", ["a"], nil, false), ("a", [], nil, false), ("A", ["a"], nil, false),
        ] as [(String?, [String], String?, Bool)])
    func subprotocolsAreAgreedOn(offered: String?, known: [String], chosen: String?, isTaken: Bool) throws {
        let changes = [("Sec-WebSocket-Protocol", offered)]
        guard isTaken else {
            let problem = #expect(throws: HTTPProblem.self) { try Self.upgrade(changes, known: known) }
            #expect(problem?.status == 400)
            return
        }
        let upgrade = try Self.upgrade(changes, known: known)
        #expect(upgrade.subprotocol == chosen)
        #expect(upgrade.response.fields["Sec-WebSocket-Protocol"] == chosen)
    }

    @Test(
        arguments: [
            (nil, true), ("http://server:8080", true), ("http://SERVER:8080", true), ("http://server", false),
            ("http://server:8080.evil.example", false), ("http://evil.example", false), ("null", false), ("", false),
            ("http://server:8080/x", false), ("https://friend.example", true),
        ] as [(String?, Bool)])
    func pagesOfStrangersAreRefused(origin: String?, isTaken: Bool) throws {
        let router = Router(cors: CORSPolicy(origins: .only(["https://friend.example"])))
        var fields: HTTPFields = ["Host": "server:8080"]
        fields["Origin"] = origin
        let request = try HTTPRequest(.get, "/socket", fields: fields)
        if isTaken {
            try router.checkOrigin(of: request)
        } else {
            #expect(throws: HTTPProblem.self) { try router.checkOrigin(of: request) }
        }
    }

    @Test(arguments: [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        ),
        (String(repeating: "0", count: 64), "0114498021cb8c4f1519f96bdf58dd806f3adb63"),
    ])
    func hashesOfTheStandard(text: String, hash: String) {
        let digits = SHA1.hash(Array(text.utf8)).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        #expect(digits.joined() == hash)
    }
}
