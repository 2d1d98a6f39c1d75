public import Platform

/// Where a server listens, and what it allows.
public struct ServerConfiguration: Sendable {
    /// Addresses to listen on.
    public var addresses: [SocketAddress]
    /// Number of event loops, each with a thread; one a core keeps every core busy without a switch between threads.
    public var loops: Int
    /// What clients are allowed.
    public var limits: ServerLimits

    /// Makes a configuration; without a number of loops there is one for each core that the process may use.
    public init(addresses: [SocketAddress], loops: Int = availableCores(), limits: ServerLimits = ServerLimits()) {
        precondition(loops > 0)
        self.addresses = addresses
        self.loops = loops
        self.limits = limits
    }
}
