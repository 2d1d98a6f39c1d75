public import Platform

/// Walks the tree of a root and tells what is in each directory.
///
/// Nothing outside of the root is ever reached: each directory is opened from its parent, and no symbolic link is
/// followed or listed, neither to a file nor to a directory (the root's own path may lead through links). Mounts in the
/// tree are entered. A directory that can't be read, and one that is its own ancestor, is told with its error and the
/// walk goes on. Depth is limited by the disk alone.
public struct FolderScanner: Sendable {
    private let filter: PathFilter

    /// Makes a scanner.
    public init(filter: PathFilter = PathFilter()) { self.filter = filter }

    /// Tells of every directory of the tree, the root first and each after the one that it is in. Blocks.
    /// - Parameter visit: takes one directory; what it throws ends the scan.
    public func scan<Failure>(
        _ root: borrowing Directory, visit: (ScannedDirectory) throws(Failure) -> Void
    ) throws(Failure) {
        var walk = ScanWalk(filter: filter)
        try visit(walk.start(root))
        while let directory = walk.next(root) { try visit(directory) }
    }
}
