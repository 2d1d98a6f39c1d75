/// A request whose head was found valid and whose content, if any, is all there.
public struct HTTPRequest: Sendable {
    /// Method.
    public let method: HTTPMethod
    /// The path's segments, percent-decoded: `/a/b%20c` is `["a", "b c"]`, `/` is empty, `/a/` is `["a", ""]`.
    ///
    /// No segment is `.` or `..`, none has a slash, a backslash or a NUL, and each is valid UTF-8.
    public let path: [String]
    /// The query's names and values in order, decoded as `application/x-www-form-urlencoded`.
    public let query: [(name: String, value: String)]
    /// Header fields.
    public let fields: HTTPFields
    /// Content; empty where there is none.
    public internal(set) var body: [UInt8]
    /// Who asks, as the router's guardian found; nil for anybody.
    public internal(set) var caller: (any Sendable)?
    /// Whether the request is HTTP/1.1 (or a later minor version) rather than HTTP/1.0.
    let isVersion11: Bool
    private let rawTarget: [UInt8]

    /// Makes a request from a target in origin form or absolute form, such as `/assets?limit=10`.
    /// - Throws: 400 where the target is malformed or tries to leave the tree.
    public init(
        _ method: HTTPMethod, _ target: String, fields: HTTPFields = [:], body: [UInt8] = []
    ) throws(HTTPProblem) {
        try self.init(method: method, target: Array(target.utf8), fields: fields, isVersion11: true, body: body)
    }

    init(
        method: HTTPMethod, target: [UInt8], fields: HTTPFields, isVersion11: Bool, body: [UInt8] = []
    ) throws(HTTPProblem) {
        let parsed = try RequestTarget(target, method: method)
        self.method = method
        path = parsed.path
        query = parsed.query
        self.fields = fields
        self.body = body
        self.isVersion11 = isVersion11
        rawTarget = target
    }

    /// The media type of the content, in small letters and without parameters (RFC 9110, section 8.3); nil where there is none.
    public var contentType: String? { fields["Content-Type"].map { MediaType.essence(of: $0) } }

    /// The request target as it was sent.
    public var target: String { String(decoding: rawTarget, as: UTF8.self) }

    /// The value of a query parameter; the first where it is given more than once.
    public func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }
}
