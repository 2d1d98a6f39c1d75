/// How a request's content is delimited (RFC 9112 section 6).
enum RequestFraming: Hashable, Sendable {
    /// There is no content, and nothing says that there should be.
    case none
    /// As many bytes as Content-Length says.
    case length(Int)
    /// The chunked transfer coding.
    case chunked
}
