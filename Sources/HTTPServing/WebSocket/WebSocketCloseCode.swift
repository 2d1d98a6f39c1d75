/// Why a WebSocket is closed (RFC 6455 section 7.4).
public struct WebSocketCloseCode: RawRepresentable, Hashable, Sendable {
    /// The code in the close frame.
    public let rawValue: UInt16

    /// Makes a code, which must be one that may be sent.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// 1000: the purpose is fulfilled.
    public static var normal: WebSocketCloseCode { WebSocketCloseCode(rawValue: 1000) }
    /// 1001: the server shuts down.
    public static var goingAway: WebSocketCloseCode { WebSocketCloseCode(rawValue: 1001) }
    /// 1002: the other side broke the protocol.
    public static var protocolError: WebSocketCloseCode { WebSocketCloseCode(rawValue: 1002) }
    /// 1003: messages of this kind are not taken.
    public static var unsupportedData: WebSocketCloseCode { WebSocketCloseCode(rawValue: 1003) }
    /// 1007: a message is not what its kind promises.
    public static var invalidData: WebSocketCloseCode { WebSocketCloseCode(rawValue: 1007) }
    /// 1008: a message breaks a rule of the service.
    public static var policyViolation: WebSocketCloseCode { WebSocketCloseCode(rawValue: 1008) }
    /// 1009: a message is too long.
    public static var messageTooBig: WebSocketCloseCode { WebSocketCloseCode(rawValue: 1009) }
    /// 1011: a fault of the server.
    public static var internalError: WebSocketCloseCode { WebSocketCloseCode(rawValue: 1011) }
}
