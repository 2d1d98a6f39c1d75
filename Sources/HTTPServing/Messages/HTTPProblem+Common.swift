extension HTTPProblem {
    /// 400: the message itself is malformed.
    public static func malformedRequest(_ detail: String) -> HTTPProblem {
        HTTPProblem(400, "malformed-request", "The request is malformed", detail: detail)
    }

    /// 400: the query has a parameter that the resource does not know.
    public static func unknownParameter(_ name: String, known: [String]) -> HTTPProblem {
        HTTPProblem(
            400, "unknown-parameter", "Unknown query parameter",
            detail: known.isEmpty
                ? "\"\(name)\" is not known here; this resource takes no parameters"
                : "\"\(name)\" is not known here; known are: \(known.joined(separator: ", "))",
            members: [("parameter", .string(name))])
    }

    /// 400: the query has a parameter more than once.
    public static func repeatedParameter(_ name: String) -> HTTPProblem {
        HTTPProblem(
            400, "repeated-parameter", "Repeated query parameter", detail: "\"\(name)\" is given more than once",
            members: [("parameter", .string(name))])
    }

    /// 400: a parameter has a value that it cannot have.
    public static func invalidParameter(_ name: String, _ detail: String) -> HTTPProblem {
        HTTPProblem(
            400, "invalid-parameter", "Invalid value of a parameter", detail: detail,
            members: [("parameter", .string(name))])
    }

    /// 404: there is nothing at this path.
    public static func notFound(_ detail: String? = nil) -> HTTPProblem {
        HTTPProblem(404, "not-found", "Not found", detail: detail)
    }

    /// 405: the resource does not have this method.
    public static func methodNotAllowed(_ method: HTTPMethod, allow: String) -> HTTPProblem {
        HTTPProblem(
            405, "method-not-allowed", "Method not allowed", detail: "\(method) is not allowed here; allowed: \(allow)",
            fields: ["Allow": allow])
    }

    /// 503: too much is under way; the client may come back after `seconds`.
    public static func overloaded(_ detail: String, retryAfter seconds: Int = 1) -> HTTPProblem {
        HTTPProblem(
            503, "overloaded", "The server is overloaded", detail: detail, fields: ["Retry-After": "\(seconds)"])
    }

    /// 500: a fault of the server, whose cause stands in its log and not in the response.
    public static var internalError: HTTPProblem {
        HTTPProblem(500, "internal-error", "The server failed", detail: "The cause is in the server's log")
    }
}
