import CLinux

extension EventLoop {
    /// What happened to one descriptor.
    public struct Event: Sendable {
        /// The token that it was added with.
        public let token: UInt64
        /// What it is ready for.
        public let readiness: Readiness
    }

    /// What a descriptor is ready for (epoll_ctl(2)).
    public struct Readiness: OptionSet, Sendable {
        /// The kernel's bits.
        public let rawValue: UInt32

        /// Takes the kernel's bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// There are bytes, a connection to accept, or the end.
        public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
        /// There is room to write.
        public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
        /// The peer sends no more.
        public static let ended = Readiness(rawValue: EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue)
        /// The connection is gone in both directions.
        public static let broken = Readiness(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
    }

    /// Which events of a descriptor are told (epoll_ctl(2)).
    public struct Interest: OptionSet, Sendable {
        /// The kernel's bits.
        public let rawValue: UInt32

        /// Takes the kernel's bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Told again and again as long as there is something to read or accept.
        public static let readable = Interest(rawValue: EPOLLIN.rawValue)
        /// Each change to readable, writable or ended told once: no call is needed to turn writing on and off.
        public static let changes = Interest(
            rawValue: EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | UInt32(1) << 31)
        /// Nothing, for a while.
        public static let nothing: Interest = []
    }
}
