/// A message of a WebSocket (RFC 6455 section 5.6), whole.
public enum WebSocketMessage: Sendable, Equatable {
    /// UTF-8; what is received was found valid.
    case text([UInt8])
    /// Any bytes.
    case binary([UInt8])

    /// The content.
    public var bytes: [UInt8] {
        switch self {
        case .text(let bytes), .binary(let bytes): bytes
        }
    }
}
