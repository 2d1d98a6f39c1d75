/// Which pages of other origins may read the answers (the Fetch standard's CORS protocol). No credentials are allowed.
public struct CORSPolicy: Sendable {
    /// Who may read.
    public enum Origins: Sendable, Equatable {
        /// Every origin.
        case any
        /// These origins, compared byte by byte, such as `https://photos.example`.
        case only([String])
    }

    /// Who may read.
    public let origins: Origins

    /// Makes a policy.
    public init(origins: Origins) { self.origins = origins }

    /// Adds to any response what lets its page read it.
    func applied(to response: HTTPResponse, for request: HTTPRequest?) -> HTTPResponse {
        var response = response
        if origins != .any { response.fields.addToList("Vary", "Origin") }
        guard let allowed = allowedOrigin(of: request) else { return response }
        response.fields["Access-Control-Allow-Origin"] = allowed
        response.fields["Access-Control-Expose-Headers"] = Self.exposed
        return response
    }

    /// Adds to the answer of OPTIONS what a preflight asks for.
    func addPreflight(to response: inout HTTPResponse, for request: HTTPRequest, allow: String) {
        guard request.fields.contains("Access-Control-Request-Method"), allowedOrigin(of: request) != nil else {
            return
        }
        response.fields["Access-Control-Allow-Methods"] = allow
        response.fields["Access-Control-Allow-Headers"] = Self.requestFields
        response.fields["Access-Control-Max-Age"] = "\(Self.maximumAgeSeconds)"
    }

    private func allowedOrigin(of request: HTTPRequest?) -> String? {
        guard let origin = request?.fields["Origin"], allows(origin) else { return nil }
        return origins == .any ? "*" : origin
    }

    /// Whether pages of this origin may read.
    func allows(_ origin: String) -> Bool {
        switch origins {
        case .any: true
        case .only(let list): list.contains(origin)
        }
    }

    /// Response fields that a script may read beyond the few that Fetch always lets it.
    private static let exposed =
        "Accept-Ranges, Allow, Content-Disposition, Content-Range, ETag, Link, Location, Retry-After, "
        + "Thumbnail-Degraded"
    /// Request fields that a script may set beyond the few that Fetch always lets it.
    private static let requestFields =
        "Accept, Authorization, Content-Type, If-Match, If-Modified-Since, If-None-Match, If-Range, "
        + "If-Unmodified-Since, Last-Event-ID, Range"
    /// How long a browser may remember a preflight: two hours, the longest that Chromium does.
    private static let maximumAgeSeconds = 7200
}
