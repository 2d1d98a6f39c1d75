public import Platform

/// A folder that is served, as it is on the disk when a scan begins.
public struct RootStatus: Hashable, Sendable {
    /// Absolute path.
    public let path: FileName
    /// Device and inode; nil where it is missing or can't be opened.
    public let stamp: FileStamp?

    /// Makes a status.
    public init(path: FileName, stamp: FileStamp?) {
        self.path = path
        self.stamp = stamp
    }
}
