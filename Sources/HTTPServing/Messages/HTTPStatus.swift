/// A status code (RFC 9110 section 15).
public struct HTTPStatus: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// The three-digit code.
    public let code: Int

    /// Makes a status of its code.
    public init(code: Int) {
        precondition((100...599).contains(code), "not a status code")
        self.code = code
    }

    /// Makes a status of its code.
    public init(integerLiteral code: Int) { self.init(code: code) }

    /// The words after the code in the registry of RFC 9110; empty where it has none.
    public var reason: StaticString {
        switch code {
        case 100: "Continue"
        case 101: "Switching Protocols"
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 206: "Partial Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 411: "Length Required"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 416: "Range Not Satisfiable"
        case 417: "Expectation Failed"
        case 422: "Unprocessable Content"
        case 426: "Upgrade Required"
        case 428: "Precondition Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        case 507: "Insufficient Storage"
        default: ""
        }
    }

    /// Whether a response of this status never has content (RFC 9112 section 6.3).
    var forbidsContent: Bool { code < 200 || code == 204 || code == 304 }

    /// 200.
    public static var ok: HTTPStatus { 200 }
    /// 201.
    public static var created: HTTPStatus { 201 }
    /// 202.
    public static var accepted: HTTPStatus { 202 }
    /// 204.
    public static var noContent: HTTPStatus { 204 }
    /// 206.
    public static var partialContent: HTTPStatus { 206 }
    /// 304.
    public static var notModified: HTTPStatus { 304 }
    /// The answer is elsewhere.
    public static var seeOther: HTTPStatus { 303 }
    /// 404.
    public static var notFound: HTTPStatus { 404 }
    /// 412.
    public static var preconditionFailed: HTTPStatus { 412 }
}
