import Glibc

/// A lock on a file that one process at a time can hold (flock(2)); let go of when this value or the process ends.
public struct FileLock: ~Copyable, Sendable {
    private let descriptor: FileDescriptor

    /// Locks the file at `path`, which is made where there is none.
    /// - Returns: nil where another process holds the lock.
    public static func acquire(at path: FileName) throws(SystemError) -> FileLock? {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC
        let descriptor = FileDescriptor(
            owning: try systemCall("open", on: path.description) { path.withCString { Glibc.open($0, flags, 0o600) } })
        do {
            try systemCall("flock", on: path.description) { flock(descriptor.number, LOCK_EX | LOCK_NB) }
        } catch  where error.code == EWOULDBLOCK {
            return nil
        }
        return FileLock(descriptor: descriptor)
    }

    private init(descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

    // Closing alone does not do: a program that another thread starts at the moment holds the descriptor, too, until it
    // is loaded.
    deinit { flock(descriptor.number, LOCK_UN) }
}
