/// One method of one path template, what it takes and gives, and who answers.
public final class Route: Sendable {
    /// Answers a request on an event loop, and therefore must not block.
    public typealias Handler = @Sendable (HTTPRequest, RouteParameters) throws(HTTPProblem) -> HTTPReply

    /// Method; a route of GET answers HEAD as well.
    public let method: HTTPMethod
    /// Path template, such as `/assets/{id}/original`.
    public let template: String
    /// Names of the query parameters that it knows; any other is refused with 400, and so is one given twice.
    public let query: [String]
    /// Media types that it can answer with, best first; an Accept that allows none gets 406. Empty: not checked.
    public let produces: [String]
    /// Media types of the content that it takes; another is refused with 415. Empty: not checked.
    public let consumes: [String]
    /// Length of the longest content that it takes, in bytes; a longer one is refused with 413.
    public let bodyLimit: Int
    /// All query parameters that it knows, those of a signature among them where that may be.
    let allQuery: [String]
    /// What a client must be allowed; reading for GET and changing things for the other methods, unless told.
    public let access: RouteAccess
    /// Whether a signature in the URL can stand for a token.
    public let isSignable: Bool
    let handler: Handler

    /// The query parameters of a signature.
    public static let signature = ["expires", "signature"]

    /// Makes a route.
    public init(
        _ method: HTTPMethod, _ template: String, query: [String] = [], produces: [String] = [],
        consumes: [String] = [], bodyLimit: Int = 0, access: RouteAccess? = nil, isSignable: Bool = false,
        handler: @escaping Handler
    ) {
        self.access = access ?? (method == .get ? .read : .write)
        self.isSignable = isSignable
        self.method = method
        self.template = template
        self.query = query
        allQuery = isSignable ? query + Self.signature : query
        self.produces = produces
        self.consumes = consumes
        self.bodyLimit = bodyLimit
        self.handler = handler
    }
}
