/// How well the roots are watched.
public struct WatcherStatus: Hashable, Sendable {
    /// How the changes of a root are learnt of.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// The kernel tells of each.
        case watching
        /// Its files are compared from time to time.
        case polling
        /// The kernel tells of some directories, the others are polled.
        case partlyWatching
        /// It can't be reached.
        case offline
    }

    /// One root.
    public struct Root: Hashable, Sendable {
        /// How its changes are learnt of.
        public var mode: Mode
        /// Number of directories that the kernel tells of.
        public var watchCount: Int
        /// Number of trees that are polled.
        public var polledCount: Int
        /// Kind of its file system, such as `ext4`; empty while it can't be reached.
        public var fileSystem: String
    }

    /// Each root by its number.
    public var roots: [Int: Root] = [:]
    /// What the system allows.
    public var limits = InotifyLimits()
    /// Whether watches ran out.
    public var isLimited = false
    /// How often the kernel's queue was full since the start.
    public var overflowCount = 0
    /// Number of events read since the start.
    public var eventCount = 0

    /// Number of directories that the kernel tells of, in all roots.
    public var watchCount: Int { roots.values.reduce(0) { $0 + $1.watchCount } }
}
