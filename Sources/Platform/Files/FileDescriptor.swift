import CLinux
import Glibc

/// One open descriptor, owned by whoever holds this value and closed when the value ends.
public struct FileDescriptor: ~Copyable, Sendable {
    /// The number that system calls take; valid only as long as this value lives.
    public let number: CInt

    /// Takes over an open descriptor.
    public init(owning number: CInt) {
        precondition(number >= 0, "not an open descriptor")
        self.number = number
    }

    /// Makes another descriptor of what the open descriptor `number` is of, close-on-exec (fcntl(2), `F_DUPFD_CLOEXEC`).
    public init(duplicating number: CInt) throws(SystemError) {
        self.number = try systemCall("fcntl") { fcntl(number, F_DUPFD_CLOEXEC, 0) }
    }

    deinit { Glibc.close(number) }

    /// Closes the descriptor now.
    public consuming func close() {}

    /// Gives the number away; the caller closes it.
    public consuming func release() -> CInt {
        let number = number
        discard self
        return number
    }

    /// Reads up to `count` bytes at `offset` (pread(2)); fewer only at the end of the file.
    public func read(count: Int, at offset: Int64) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                do throws(SystemError) {
                    let read = try systemCall("pread") {
                        Glibc.pread(
                            number, buffer.baseAddress?.advanced(by: filled), count - filled, off_t(offset) + filled)
                    }
                    if read == 0 { return }
                    filled += read
                } catch {
                    failure = error
                    return
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Writes all of `bytes` (write(2)).
    public func write(_ bytes: some Sequence<UInt8>) throws(SystemError) {
        let bytes = ContiguousArray(bytes)
        var written = 0
        while written < bytes.count {
            written += try systemCall("write") {
                bytes.withUnsafeBytes {
                    Glibc.write(number, $0.baseAddress?.advanced(by: written), bytes.count - written)
                }
            }
        }
    }

    /// A file that is nowhere but in memory (memfd_create(2)), with these bytes.
    public static func inMemory(_ bytes: [UInt8]) throws(SystemError) -> FileDescriptor {
        let file = FileDescriptor(owning: try systemCall("memfd_create") { clinux_memory_file() })
        try file.write(bytes)
        return file
    }

    /// What the kernel knows of the open file (statx(2)).
    public func status() throws(SystemError) -> FileStatus {
        var found = clinux_status()
        try systemCall("statx") { clinux_status(number, "", &found) }
        return FileStatus(found)
    }
}
