import Platform

/// A folder that is served, as it is on the disk when a scan begins.
struct RootStatus: Hashable, Sendable {
    /// Absolute path.
    let path: FileName
    /// Device and inode; nil where it is missing or can't be opened.
    let stamp: FileStamp?

    /// Makes a status.
    init(path: FileName, stamp: FileStamp?) {
        self.path = path
        self.stamp = stamp
    }
}
