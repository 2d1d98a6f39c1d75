/// What is to be looked at on disk now.
///
/// It says where to look, not what is there: only the disk knows that. Moves come first, in their order; then each
/// place is compared with what is known of it.
public struct PendingChanges: Equatable, Sendable {
    /// A rename or move that the kernel told of.
    public struct Move: Hashable, Sendable {
        /// The place before, as it was called after all moves that come earlier.
        public var from: RootedPath
        /// The place after; whatever was there is gone.
        public var to: RootedPath
        /// Whether a directory moved, with all in it. Where `from` is not known, `to` must be looked at as a tree.
        public var isDirectory: Bool

        /// Makes a move.
        public init(from: RootedPath, to: RootedPath, isDirectory: Bool) {
            self.from = from
            self.to = to
            self.isDirectory = isDirectory
        }
    }

    /// Moves, to be applied one after the other. A chain may lead through names that are gone by now.
    public var moves: [Move] = []
    /// Files to look at: each is whole, or gone. Both ends of every file's move are among them.
    public var files: Set<RootedPath> = []
    /// Files that nobody has closed; each is to be looked at only once it has held still for so long.
    public var unfinished: [RootedPath: Stillness] = [:]
    /// Directories to list, without what is beneath: names of files and of directories. One that is not there any more
    /// is gone with all in it.
    public var directories: Set<RootedPath> = []
    /// Trees to compare as a whole.
    public var rescans: [RootedPath: WatchEvent.RescanReason] = [:]
    /// Roots that can't be reached.
    public var lostRoots: [Int: WatchEvent.RootLoss] = [:]
    /// Roots that can be reached again.
    public var foundRoots: Set<Int> = []

    /// Makes an empty set.
    public init() {}

    /// Whether there is nothing to look at.
    public var isEmpty: Bool { self == PendingChanges() }
}
