/// A frame of a WebSocket as it goes over the wire (RFC 6455 section 5.2), right or wrong. For tests.
public struct WebSocketFrame: Sendable, Equatable {
    /// Whether it is the last of its message.
    public var isFinal = true
    /// The three reserved bits, the first one as 4.
    public var reserved: UInt8 = 0
    /// The opcode.
    public var opcode: UInt8
    /// The payload, unmasked.
    public var payload: [UInt8]

    /// Makes a frame.
    public init(_ opcode: UInt8, _ payload: [UInt8] = [], isFinal: Bool = true, reserved: UInt8 = 0) {
        self.opcode = opcode
        self.payload = payload
        self.isFinal = isFinal
        self.reserved = reserved
    }

    /// A message of text in one frame.
    public static func text(_ text: String, isFinal: Bool = true) -> WebSocketFrame {
        WebSocketFrame(1, Array(text.utf8), isFinal: isFinal)
    }

    /// A further frame of a message.
    public static func continuation(_ payload: [UInt8], isFinal: Bool = true) -> WebSocketFrame {
        WebSocketFrame(0, payload, isFinal: isFinal)
    }

    /// A ping.
    public static func ping(_ payload: [UInt8] = []) -> WebSocketFrame { WebSocketFrame(9, payload) }

    /// A pong.
    public static func pong(_ payload: [UInt8] = []) -> WebSocketFrame { WebSocketFrame(10, payload) }

    /// A close frame; without a code it has no payload.
    public static func close(_ code: UInt16? = nil, _ reason: [UInt8] = []) -> WebSocketFrame {
        WebSocketFrame(8, code.map { [UInt8($0 >> 8), UInt8($0 & 255)] + reason } ?? [])
    }

    /// The code of a close frame; nil where it has none.
    public var closeCode: Int? { payload.count < 2 ? nil : Int(payload[0]) << 8 | Int(payload[1]) }

    /// The payload as text.
    public var text: String { String(decoding: payload, as: UTF8.self) }

    /// The bytes of the frame.
    /// - Parameters:
    ///   - mask: the four bytes that a client masks with; nil: unmasked, as only a server may.
    ///   - length: what the head says of the length; nil: the truth.
    public func bytes(mask: [UInt8]? = [0x37, 0xFA, 0x21, 0x3D], length: UInt64? = nil) -> [UInt8] {
        let length = length ?? UInt64(payload.count)
        var bytes = [(isFinal ? 0x80 : 0) | reserved << 4 | opcode]
        let bit: UInt8 = mask == nil ? 0 : 0x80
        switch length {
        case ..<126: bytes.append(bit | UInt8(length))
        case ..<65536: bytes += [bit | 126, UInt8(length >> 8), UInt8(length & 255)]
        default: bytes += [bit | 127] + withUnsafeBytes(of: length.bigEndian) { Array($0) }
        }
        guard let mask else { return bytes + payload }
        return bytes + mask + payload.enumerated().map { $0.element ^ mask[$0.offset & 3] }
    }
}
