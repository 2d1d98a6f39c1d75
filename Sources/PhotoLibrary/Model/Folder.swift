public import Platform

/// A directory of a root's tree.
public struct Folder: Hashable, Sendable, Identifiable {
    /// Stays the same when the directory is renamed or moved.
    public let id: FolderID
    /// The directory it is in; nil for a root.
    public var parentID: FolderID?
    /// Its name there; the absolute path for a root.
    public var name: FileName
    /// Device and inode, to know it again.
    public var device: UInt64
    /// See `device`.
    public var inode: UInt64
    /// For a root, whether its files can be reached; for other folders always true.
    public var isOnline: Bool

    /// Makes a folder.
    public init(
        id: FolderID, parentID: FolderID?, name: FileName, device: UInt64, inode: UInt64, isOnline: Bool = true
    ) {
        self.id = id
        self.parentID = parentID
        self.name = name
        self.device = device
        self.inode = inode
        self.isOnline = isOnline
    }
}
