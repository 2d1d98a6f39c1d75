import Glibc

extension FileDescriptor {
    /// A descriptor of nothing, which keeps a number free for later (`/dev/null`).
    public static func placeholder() throws(SystemError) -> FileDescriptor {
        FileDescriptor(owning: try systemCall("open", on: "/dev/null") { open("/dev/null", O_RDONLY | O_CLOEXEC) })
    }
}
