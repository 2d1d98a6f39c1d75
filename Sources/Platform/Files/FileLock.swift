import Glibc

/// A lock on a file that one process at a time can hold (flock(2)); let go of when this value or the process ends.
public struct FileLock: ~Copyable, Sendable {
    private let descriptor: FileDescriptor

    /// Locks the file at `path`, which is made where there is none.
    /// - Returns: nil where another process holds the lock.
    public static func acquire(at path: FileName) throws(SystemError) -> FileLock? {
        let descriptor = try open(path)
        do {
            try systemCall("flock", on: path.description) { flock(descriptor.number, LOCK_EX | LOCK_NB) }
        } catch  where error.code == EWOULDBLOCK {
            return nil
        }
        return FileLock(descriptor: descriptor)
    }

    /// Runs `body` while the file at `path`, which is made where there is none, is locked: once no other process holds
    /// the lock; may block.
    public static func hold<Result>(at path: FileName, _ body: () throws -> Result) throws -> Result {
        let descriptor = try open(path)
        try systemCall("flock", on: path.description) { flock(descriptor.number, LOCK_EX) }
        let result = try body()
        descriptor.close()
        return result
    }

    private static func open(_ path: FileName) throws(SystemError) -> FileDescriptor {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC
        return FileDescriptor(
            owning: try systemCall("open", on: path.description) { path.withCString { Glibc.open($0, flags, 0o600) } })
    }

    private init(descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

    // Closing alone does not do: a program that another thread starts at the moment holds the descriptor, too, until it
    // is loaded.
    deinit { flock(descriptor.number, LOCK_UN) }
}
