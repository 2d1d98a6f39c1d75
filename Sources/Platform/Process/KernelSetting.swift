/// A setting of the kernel (proc(5), `/proc/sys`).
public enum KernelSetting {
    /// The value of a setting by its path below `/proc/sys`, such as `fs/inotify/max_user_watches`; nil where there is
    /// none of that name, or it may not be read.
    public static func value(_ path: String) -> String? {
        guard let directory = try? Directory(at: FileName("/proc/sys")),
            let bytes = try? directory.file(FileName(path)).read(count: longest, at: 0)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
    }

    /// Settings are numbers or short words.
    private static let longest = 256
}
