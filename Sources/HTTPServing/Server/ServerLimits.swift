/// What clients are allowed: sizes, numbers and times.
public struct ServerLimits: Sendable {
    /// Sizes of a request's head.
    public var parser = ParserLimits()
    /// Open connections, over all loops; more are answered 503 and closed. An idle one costs about 0.6 kB of
    /// memory, a WebSocket 4 kB.
    public var connections = 4096
    /// From a head's first byte to its last; then 408. A client that types a request by hand still makes it.
    public var headTime = Duration.seconds(15)
    /// For content to begin to come; then 408.
    public var contentGraceTime = Duration.seconds(20)
    /// Bytes of content a second that lengthen its time: slower than any modem, faster than one byte now and then.
    public var contentBytesPerSecond = 1024
    /// Between two requests, and before the first; then the connection is closed without a word, as RFC 9112
    /// section 9.5 has it.
    public var idleTime = Duration.seconds(75)
    /// Without the client taking a single byte of a response; then the connection is closed. A paused video player
    /// takes none, and asks again for the rest.
    public var stallTime = Duration.seconds(60)
    /// After the last response, for the client to read it and to close, which keeps a reset from destroying it.
    public var lingerTime = Duration.seconds(2)

    /// What WebSockets are allowed.
    public var webSocket = WebSocketLimits()

    /// The limits of the documentation.
    public init() {}
}
