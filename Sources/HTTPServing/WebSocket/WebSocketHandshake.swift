/// The client's half of the opening handshake (RFC 6455 section 4.2.1).
struct WebSocketHandshake {
    /// The value of Sec-WebSocket-Accept (section 4.2.2).
    let accept: String
    private let offered: [String]

    /// Reads and checks a request.
    init(_ request: HTTPRequest) throws(HTTPProblem) {
        guard request.asksForWebSocket, request.isVersion11 else {
            throw Self.upgradeRequired("this resource is a WebSocket")
        }
        guard request.method == .get else { throw .methodNotAllowed(request.method, allow: "GET") }
        guard Self.names("upgrade", in: request.fields.values(of: "Connection")) else {
            throw .malformedRequest("Connection does not name Upgrade")
        }
        let versions = request.fields.values(of: "Sec-WebSocket-Version")
        guard versions == [Self.version] else {
            throw Self.upgradeRequired("the version of the protocol must be \(Self.version)")
        }
        let keys = request.fields.values(of: "Sec-WebSocket-Key")
        guard keys.count == 1, Self.isKey(keys[0]) else {
            throw .malformedRequest("Sec-WebSocket-Key is not the base64 of 16 bytes")
        }
        accept = Self.base64(SHA1.hash(Array((keys[0] + Self.identifier).utf8)))
        offered = request.fields.values(of: "Sec-WebSocket-Protocol").flatMap(Self.members)
    }

    /// The first of the client's subprotocols that is among `known`; nil where the client offers none.
    func subprotocol(among known: [String]) throws(HTTPProblem) -> String? {
        if offered.isEmpty { return nil }
        if let match = offered.first(where: known.contains) { return match }
        throw HTTPProblem(
            400, "unknown-subprotocol", "Unknown subprotocol",
            detail: known.isEmpty
                ? "this WebSocket has no subprotocols" : "known here are: \(known.joined(separator: ", "))",
            members: [("known", .strings(known))])
    }

    /// Whether `token`, in small letters, is a member of a list of tokens, in any case.
    static func names(_ token: String, in values: [String]) -> Bool {
        values.contains { members(of: $0).contains { $0.lowercased() == token } }
    }

    private static func members(of value: String) -> [String] {
        value.split(separator: ",").map { String($0.trimmingSpaces) }.filter { !$0.isEmpty }
    }

    /// 426, which says what the server speaks (RFC 9110 section 15.5.22, RFC 6455 section 4.4).
    private static func upgradeRequired(_ detail: String) -> HTTPProblem {
        HTTPProblem(
            426, "upgrade-required", "Upgrade required", detail: detail,
            fields: ["Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": version])
    }

    private static func isKey(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 24 && bytes.hasSuffix("==") && bytes.dropLast(2).allSatisfy(alphabet.contains)
    }

    /// Base64 with padding (RFC 4648 section 4).
    private static func base64(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                result.append(
                    place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    /// The only version of RFC 6455.
    private static let version = "13"
    /// What RFC 6455 section 1.3 appends to every key.
    private static let identifier = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
}

extension [UInt8] {
    fileprivate func hasSuffix(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { suffix($0.count).elementsEqual($0) }
    }
}
