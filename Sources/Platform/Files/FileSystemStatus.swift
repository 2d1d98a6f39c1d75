import CLinux
import Glibc

/// What statfs(2) tells of the file system that a path is on.
public struct FileSystemStatus: Hashable, Sendable {
    /// The number that names the kind of file system (statfs(2), `f_type`).
    public let magic: UInt64
    /// Bytes that an ordinary user may still write.
    public let availableBytes: Int64
    /// Size of the file system in bytes.
    public let totalBytes: Int64

    /// Asks the kernel about the file system that `path` is on.
    public init(at path: FileName) throws(SystemError) {
        var found = statfs()
        try systemCall("statfs", on: path.description) { path.withCString { statfs($0, &found) } }
        magic = UInt64(truncatingIfNeeded: found.f_type) & 0xFFFF_FFFF
        let unit = Int64(found.f_frsize > 0 ? found.f_frsize : found.f_bsize)
        availableBytes = Self.bytes(Int64(clamping: found.f_bavail), unit)
        totalBytes = Self.bytes(Int64(clamping: found.f_blocks), unit)
    }

    /// A network file system may claim more blocks than 64 bits of bytes can hold.
    private static func bytes(_ blocks: Int64, _ unit: Int64) -> Int64 {
        let (product, overflow) = blocks.multipliedReportingOverflow(by: unit)
        return overflow ? .max : product
    }
}
