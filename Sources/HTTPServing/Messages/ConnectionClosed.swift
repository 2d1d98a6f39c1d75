/// The connection takes nothing any more: its client has left, was too slow, or the server shuts down.
public struct ConnectionClosed: Error, Sendable, Equatable {
    /// Makes the error.
    public init() {}
}
