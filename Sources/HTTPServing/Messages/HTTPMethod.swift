/// A request method (RFC 9110 section 9); case-sensitive.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The method's token.
    public let rawValue: String

    /// Makes a method of its token.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Transfers a representation.
    public static var get: HTTPMethod { HTTPMethod(rawValue: "GET") }
    /// As GET, without the content.
    public static var head: HTTPMethod { HTTPMethod(rawValue: "HEAD") }
    /// Processes the content in a way of the resource's own.
    public static var post: HTTPMethod { HTTPMethod(rawValue: "POST") }
    /// Replaces a representation.
    public static var put: HTTPMethod { HTTPMethod(rawValue: "PUT") }
    /// Changes a part of a resource (RFC 5789).
    public static var patch: HTTPMethod { HTTPMethod(rawValue: "PATCH") }
    /// Removes a resource.
    public static var delete: HTTPMethod { HTTPMethod(rawValue: "DELETE") }
    /// Asks what a resource can do.
    public static var options: HTTPMethod { HTTPMethod(rawValue: "OPTIONS") }

    /// The token.
    public var description: String { rawValue }

    /// Whether the request asks for a representation: GET or HEAD.
    public var isRetrieval: Bool { self == .get || self == .head }
}
