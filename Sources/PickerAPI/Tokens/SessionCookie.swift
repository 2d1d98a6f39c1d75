import HTTPServing

/// The cookie that holds a page's token, out of reach of its scripts (RFC 6265).
enum SessionCookie {
    private static let name = "contactsheet"

    /// The token in a request's cookies; nil where there is none.
    static func token(in request: HTTPRequest) -> String? {
        for line in request.fields.values(of: "Cookie") {
            for pair in line.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1).map { $0.drop(while: { $0 == " " }) }
                if parts.count == 2, parts[0] == name { return String(parts[1]) }
            }
        }
        return nil
    }

    /// The `Set-Cookie` that gives a browser a token, or takes it away.
    ///
    /// `Lax`, since a person comes from a link in a message. `Secure` where a proxy in front says that it speaks HTTPS.
    static func field(_ token: String?, for request: HTTPRequest) -> String {
        let isSecure = request.fields["X-Forwarded-Proto"]?.lowercased() == "https"
        return "\(name)=\(token ?? ""); Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
            + (token == nil ? "; Max-Age=0" : "")
    }
}
