/// What a client must be allowed to do for a route to answer it. Who is allowed what, the router's guardian says.
public struct RouteAccess: Hashable, Sendable {
    /// Its name, for clients.
    public let name: String

    /// Makes a kind of access.
    public init(_ name: String) { self.name = name }

    /// Everybody.
    public static let open = RouteAccess("open")
    /// Who may read.
    public static let read = RouteAccess("read")
    /// Who may change things.
    public static let write = RouteAccess("write")
}
