/// How large a request's head may be.
public struct ParserLimits: Sendable {
    /// Longest request line, in bytes: what proxies and browsers are sure to pass on (RFC 9112 section 3 asks for 8000).
    public var requestLineBytes = 8 * 1024
    /// Longest head with its request line, in bytes: room for large cookies of other programs on the same host.
    public var headBytes = 32 * 1024
    /// Most field lines; browsers send about 20.
    public var fieldLines = 100
    /// Longest line that says a chunk's length, with its extensions, in bytes; nobody is known to send extensions.
    public var chunkLineBytes = 256
    /// All trailer fields together, in bytes; they are dropped.
    public var trailerBytes = 4 * 1024

    /// The limits of the documentation.
    public init() {}
}
