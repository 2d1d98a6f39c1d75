/// What a WebSocket's client is allowed: sizes and times.
public struct WebSocketLimits: Sendable {
    /// Length of the longest message that is taken, in bytes, whatever its fragments; then 1009.
    public var messageBytes = 64 * 1024
    /// Fragments of one message; then 1008. They cost no memory, but empty ones could go on for ever.
    public var fragments = 100_000
    /// Between two pings: less than the minute after which proxies forget a silent connection.
    public var pingInterval = Duration.seconds(30)
    /// From a ping until any byte comes; then the client is taken for gone.
    public var pongTime = Duration.seconds(20)
    /// From our close frame to the client's; then the connection ends without.
    public var closeTime = Duration.seconds(5)

    /// The limits of the documentation.
    public init() {}
}
