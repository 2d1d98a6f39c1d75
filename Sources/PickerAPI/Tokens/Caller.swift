import HTTPServing
import PhotoLibrary
import Platform

/// Who asks, as a token or a signature tells.
enum Caller: Sendable {
    /// The bearer of a token.
    case bearer(AccessToken)
    /// The bearer of a selection's own token.
    case picker(SelectionID, expires: Timestamp)
    /// Whoever has a signed URL.
    case link

    /// When this ends by itself.
    var expiryDate: Timestamp? {
        switch self {
        case .bearer(let token): token.expiryDate
        case .picker(_, let expires): expires
        case .link: nil
        }
    }

    /// Its scope's name, for clients.
    var scopeName: String {
        switch self {
        case .bearer(let token): token.scope.rawValue
        case .picker: "selection"
        case .link: "link"
        }
    }

    /// Whether it may see the whole library.
    var mayRead: Bool {
        if case .bearer(let token) = self { token.scope.allows(.read) } else { false }
    }

    /// Whether it may have what a route gives.
    func mayUse(_ route: Route, _ parameters: RouteParameters) -> Bool {
        switch self {
        case .bearer(let token): token.scope.allows(route.access)
        case .picker(let id, _):
            route.access == .limited || route.access == .selection && SelectionID(parameters["id"]) == id
        case .link: route.isSignable
        }
    }
}

extension HTTPRequest {
    /// Who asks; nil for anybody.
    var apiCaller: Caller? { caller as? Caller }

    /// A name that the client gave something of its own: clients with different tokens don't reach each other's.
    func key(_ name: String) -> String {
        let owner =
            switch apiCaller {
            case .bearer(let token): "\(token.id)"
            case .picker(let id, _): "\(id)"
            case .link, nil: ""
            }
        return owner + " " + name
    }
}
