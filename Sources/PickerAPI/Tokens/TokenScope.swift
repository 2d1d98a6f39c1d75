import HTTPServing

/// What the bearer of a token may do.
public enum TokenScope: String, Sendable, CaseIterable, Codable {
    /// See chosen assets as if they were the whole library.
    case limited
    /// See the whole library.
    case read
    /// Add pictures, and see none.
    case addOnly
    /// See the whole library, change it, and work with selections.
    case write
    /// Everything, tokens and the server's own affairs too.
    case admin

    /// Whether it is enough for a route.
    func allows(_ access: RouteAccess) -> Bool {
        switch self {
        case .limited: access == .limited
        case .read: access == .read || access == .limited
        case .addOnly: access == .add
        case .write: access != .admin
        case .admin: true
        }
    }
}

extension RouteAccess {
    /// Sees assets, for which a part of the library is enough.
    static let limited = RouteAccess("limited")
    /// Adds pictures.
    static let add = RouteAccess("addOnly")
    /// Looks after the server and its tokens.
    static let admin = RouteAccess("admin")
    /// Acts on the selection that the path names as `{id}`, for which its own token is enough.
    static let selection = RouteAccess("selection")
}
