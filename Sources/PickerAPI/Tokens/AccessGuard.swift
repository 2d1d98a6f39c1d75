public import HTTPServing
import Platform

/// Permits what a request's token allows, and refuses the rest.
///
/// A token is looked for in the Authorization header (RFC 6750), in a WebSocket's subprotocol `bearer.TOKEN`, since
/// browsers can set no header there, and in the page's cookie; where there is none, a signed URL stands for one.
public struct AccessGuard: Sendable {
    private let tokens: TokenKeeper
    private let isTokenRequired: Bool

    /// Makes a guard.
    /// - Parameter isTokenRequired: whether who shows no token may have nothing but what is open to everybody; else such
    ///   a client may do all.
    public init(_ tokens: TokenKeeper, isTokenRequired: Bool) {
        self.tokens = tokens
        self.isTokenRequired = isTokenRequired
    }

    /// The guard as a router takes it.
    public var guardian: RouteGuardian {
        { request, route, parameters throws(HTTPProblem) in try permit(request, route, parameters) }
    }

    private func permit(
        _ request: HTTPRequest, _ route: Route, _ parameters: RouteParameters
    ) throws(HTTPProblem) -> Permit {
        let caller = caller(of: request, route)
        if route.access == .open { return Permit(caller: try? caller.get()) }
        switch caller {
        case .failure(let refusal):
            if refusal == .none, !isTokenRequired { return Permit() }
            throw .unauthorized(isKnownWrong: refusal == .wrong)
        case .success(let caller):
            guard caller.mayUse(route, parameters) else { throw .insufficientScope(route.access) }
            if request.presentedToken?.isCookie == true { try checkSite(of: request) }
            return Permit(caller: caller) { [tokens] in await tokens.waitForEnd(of: caller) }
        }
    }

    private enum Refusal: Error { case none, wrong }

    private func caller(of request: HTTPRequest, _ route: Route) -> Result<Caller, Refusal> {
        if let (text, isCookie) = request.presentedToken {
            if let token = tokens.token(text) { return .success(.bearer(token)) }
            if let (id, expires) = tokens.selection(ofToken: text) { return .success(.picker(id, expires: expires)) }
            // A browser keeps showing a cookie that nobody asked it for.
            return .failure(isCookie && !isTokenRequired ? .none : .wrong)
        }
        if route.isSignable, request.queryValue("signature") != nil {
            return tokens.signer.isValid(request.target) ? .success(.link) : .failure(.wrong)
        }
        return .failure(.none)
    }

    /// A browser sends the cookie along with what any page makes it ask for: to change things, the page must be shown to
    /// be one of this server.
    private func checkSite(of request: HTTPRequest) throws(HTTPProblem) {
        if [.get, .head].contains(request.method) { return }
        if let site = request.fields["Sec-Fetch-Site"] {
            if site == "same-origin" { return }
        } else if request.fields.contains("Origin") {
            // The router has compared it already.
            return
        }
        throw HTTPProblem(
            403, "foreign-origin", "Foreign origin",
            detail: "with a cookie, only pages of this server may change things; send the token in Authorization")
    }
}

extension HTTPRequest {
    /// The token that the client shows, and whether a browser added it by itself.
    var presentedToken: (text: String, isCookie: Bool)? {
        if let field = fields["Authorization"] {
            let parts = field.split(separator: " ")
            guard parts.count == 2, parts[0].lowercased() == "bearer" else { return ("", false) }
            return (String(parts[1]), false)
        }
        if asksForWebSocket, let offered = fields["Sec-WebSocket-Protocol"] {
            let prefix = "bearer."
            let names = offered.split(whereSeparator: { $0 == "," || $0 == " " })
            if let name = names.first(where: { $0.hasPrefix(prefix) }) {
                return (String(name.dropFirst(prefix.count)), false)
            }
        }
        return SessionCookie.token(in: self).map { ($0, true) }
    }
}

extension HTTPProblem {
    /// 401: a token is needed, or the one that was shown does not hold (RFC 6750 section 3).
    static func unauthorized(isKnownWrong: Bool) -> HTTPProblem {
        let challenge = "Bearer realm=\"contactsheet\"" + (isKnownWrong ? ", error=\"invalid_token\"" : "")
        return HTTPProblem(
            401, "unauthorized", "A token is needed",
            detail: isKnownWrong
                ? "the token or signature is unknown, revoked or expired" : "show a token in Authorization",
            fields: ["WWW-Authenticate": challenge])
    }

    /// 403: the token holds, but not for this (RFC 6750 section 3.1).
    static func insufficientScope(_ access: RouteAccess) -> HTTPProblem {
        HTTPProblem(
            403, "insufficientScope", "The token does not allow this",
            detail: "this needs a token of the scope \(access.name)", members: [("scope", .string(access.name))],
            fields: [
                "WWW-Authenticate":
                    "Bearer realm=\"contactsheet\", error=\"insufficient_scope\", scope=\"\(access.name)\""
            ])
    }
}
