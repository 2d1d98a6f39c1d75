public import CLinux
import Glibc

/// Which file and in which state: equal stamps mean that a file need not be opened again.
public struct FileStamp: Hashable, Sendable {
    /// The number of the device that the file is on, major in the high and minor in the low half.
    public var device: UInt64
    /// The file's number on its device.
    public var inode: UInt64
    /// Length in bytes.
    public var size: Int64
    /// Last change of the content.
    public var modified: Timestamp
    /// Last change of the content, the name or the attributes.
    public var changed: Timestamp

    /// Makes a stamp of its parts.
    public init(device: UInt64, inode: UInt64, size: Int64, modified: Timestamp, changed: Timestamp) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    /// Whether `other` is the same state of the same file, though its device may have another number since the last
    /// start and its name may have changed.
    public func isSameContent(as other: FileStamp) -> Bool {
        inode == other.inode && size == other.size && modified == other.modified
    }
}

/// What statx(2) tells of a file.
public struct FileStatus: Hashable, Sendable {
    /// What a name in a directory can stand for.
    public enum Kind: Sendable { case regular, directory, symbolicLink, other }

    /// Kind of file.
    public let kind: Kind
    /// Identity and state.
    public let stamp: FileStamp
    /// Number of names that the file has.
    public let linkCount: UInt32

    /// Reads the C structure.
    public init(_ status: clinux_status) {
        kind =
            switch status.mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            default: .other
            }
        stamp = FileStamp(
            device: status.device, inode: status.inode, size: status.size,
            modified: Timestamp(nanoseconds: status.modified), changed: Timestamp(nanoseconds: status.changed))
        linkCount = status.links
    }
}
