/// A blocking WebSocket client that sends exactly the frames it is told to. For tests.
public struct RawWebSocketClient {
    /// The connection, for bytes that are no frames.
    public let connection: RawHTTPClient

    /// Connects, and opens a WebSocket.
    public init(
        port: UInt16, _ target: String, fields: [(String, String)] = [], timeout: Int = 20, receiveBuffer: Int? = nil
    ) throws {
        connection = try RawHTTPClient(port: port, timeout: timeout, receiveBuffer: receiveBuffer)
        let response = try connection.get(target, fields: Self.handshake + fields)
        guard response.status == 101 else { throw RawHTTPClient.Failure.malformed("\(response.status)") }
    }

    /// The fields of a right handshake, with the key of RFC 6455 section 1.3.
    public static let handshake = [
        ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ]

    /// Sends a frame.
    public func send(_ frame: WebSocketFrame) throws { try connection.send(frame.bytes()) }

    /// The next frame.
    public func receive() throws -> WebSocketFrame {
        let head = try connection.take(2)
        var length = Int(head[1] & 0x7F)
        if length >= 126 {
            length = try connection.take(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
        }
        return WebSocketFrame(
            head[0] & 15, try connection.take(length), isFinal: head[0] & 0x80 != 0, reserved: head[0] >> 4 & 7)
    }

    /// Everything up to the connection's end.
    public func receiveAll() throws -> [WebSocketFrame] {
        var frames: [WebSocketFrame] = []
        do {
            while true { frames.append(try receive()) }
        } catch RawHTTPClient.Failure.closed(let rest) where rest.isEmpty {
            return frames
        }
    }
}
