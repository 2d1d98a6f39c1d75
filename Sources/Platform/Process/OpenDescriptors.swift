import Glibc

/// The descriptors of this process, for the sake of C libraries that hide theirs.
public enum OpenDescriptors {
    /// The number that the next descriptor gets, if no other thread is faster.
    public static func next() throws(SystemError) -> CInt {
        FileDescriptor(
            owning: try systemCall("open", on: "/dev/null") { Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC) }
        ).number
    }

    /// Keeps every descriptor of the kind `link` from programs that are started from now on (proc(5), `/proc/pid/fd`;
    /// fcntl(2), `FD_CLOEXEC`).
    /// - Parameter link: what the descriptor's entry points to, such as `anon_inode:inotify`.
    /// - Returns: the greatest number among them; nil where there is none.
    public static func closeOnExec(_ link: String) throws(SystemError) -> CInt? {
        var greatest: CInt?
        let directory = try Directory(at: FileName("/proc/self/fd"))
        for name in try directory.names() {
            guard let number = CInt(name.description) else { continue }
            var target = [CChar](repeating: 0, count: 64)
            let count = name.withCString { readlinkat(directory.descriptor.number, $0, &target, target.count) }
            guard count > 0, target.prefix(count).elementsEqual(link.utf8.map { CChar(bitPattern: $0) }) else {
                continue
            }
            _ = fcntl(number, F_SETFD, FD_CLOEXEC)
            greatest = max(number, greatest ?? number)
        }
        return greatest
    }
}
