import Platform

/// What the system allows (proc(5), `/proc/sys/fs/inotify`).
public struct InotifyLimits: Hashable, Sendable {
    /// The sysctl that ends most watches.
    public static let watchesSetting = "fs.inotify.max_user_watches"

    /// How many directories a user may watch.
    public var watchLimit: Int?
    /// How many events may wait to be read.
    public var queueLimit: Int?

    /// Reads the limits of the moment; nil where they can't be read.
    public static var current: InotifyLimits {
        InotifyLimits(watchLimit: read("max_user_watches"), queueLimit: read("max_queued_events"))
    }

    private static func read(_ name: String) -> Int? {
        guard let directory = try? Directory(at: FileName("/proc/sys/fs/inotify")),
            let bytes = try? directory.file(FileName(name)).read(count: 32, at: 0)
        else { return nil }
        return Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
