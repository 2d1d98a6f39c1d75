public import Platform

/// A kind of file system, and whether its changes can be watched.
public struct FileSystemKind: Hashable, Sendable {
    /// Its usual name, such as `ext4`; the number in hexadecimal where it is not known.
    public let name: String
    /// Whether inotify(7) tells of all changes. It tells nothing of what others do to a network file system, and a FUSE
    /// file system may change without the kernel's knowledge.
    public let supportsInotify: Bool

    /// Knows a kind by its number (statfs(2), `f_type`; linux/magic.h).
    public init(magic: UInt64) {
        if let known = Self.known[magic] {
            (name, supportsInotify) = known
        } else {
            name = "0x" + String(magic, radix: 16)
            supportsInotify = true
        }
    }

    /// Asks the kernel about the file system that `path` is on.
    public init(at path: FileName) throws(SystemError) {
        self.init(magic: try FileSystemStatus(at: path).magic)
    }

    private static let known: [UInt64: (String, Bool)] = [
        // Local disks
        0xEF53: ("ext4", true), 0x9123_683E: ("btrfs", true), 0x5846_5342: ("xfs", true), 0x2FC1_2FC1: ("zfs", true),
        0xF2F5_2010: ("f2fs", true), 0xCA45_1A4E: ("bcachefs", true), 0x5265_4973: ("reiserfs", true),
        0x3153_464A: ("jfs", true), 0x3434: ("nilfs2", true), 0xF15F: ("ecryptfs", true),
        0x794C_7630: ("overlay", true), 0x0102_1994: ("tmpfs", true), 0x8584_58F6: ("ramfs", true),
        0x4D44: ("vfat", true), 0x2011_BAB0: ("exfat", true), 0x5346_544E: ("ntfs", true),
        0x7366_746E: ("ntfs3", true), 0x482B: ("hfsplus", true), 0x9660: ("iso9660", true), 0x1501_3346: ("udf", true),
        0x7371_7368: ("squashfs", true), 0xE0F5_E1E2: ("erofs", true),
        // Changed by others, too
        0x6969: ("nfs", false), 0x517B: ("smb", false), 0xFF53_4D42: ("cifs", false), 0xFE53_4D42: ("smb2", false),
        0x0102_1997: ("9p", false), 0x00C3_6400: ("ceph", false), 0x5346_414F: ("afs", false),
        0x7375_7245: ("coda", false), 0x564C: ("ncp", false), 0x6573_5546: ("fuse", false),
        0x786F_4256: ("vboxsf", false), 0x0BD0_0BD0: ("lustre", false), 0x0116_1970: ("gfs2", false),
        0x7461_636F: ("ocfs2", false), 0x4750_4653: ("gpfs", false),
    ]
}
