/// A request's head (RFC 9112 sections 3 and 5), found valid in itself.
struct RequestHead: Sendable {
    /// Method.
    let method: HTTPMethod
    /// The target as it was sent.
    let target: [UInt8]
    /// Whether the version is 1.1 or a later 1.x, rather than 1.0.
    let isVersion11: Bool
    /// Header fields.
    let fields: HTTPFields
    /// How the content is delimited.
    let framing: RequestFraming
    /// Whether the client waits for a 100 before it sends the content.
    let expectsContinue: Bool
    /// Whether the client wants to send further requests on this connection.
    let keepsAlive: Bool

    /// Whether content follows the head.
    var hasContent: Bool { framing == .chunked || framing != .none && framing != .length(0) }
}
