import CLinux
import Glibc

extension Directory {
    /// Makes the directory `name` here where it is not there yet (mkdirat(2)).
    public func makeDirectory(_ name: FileName) throws(SystemError) {
        do throws(SystemError) {
            try systemCall("mkdirat", on: name.description) {
                name.withCString { mkdirat(descriptor.number, $0, 0o700) }
            }
        } catch {
            guard error.code == EEXIST else { throw error }
        }
    }

    /// Writes a new file at the relative `path`, whole or not at all: under `temporary` first, then renamed into place.
    ///
    /// Readers see the old file or the new one. Not synced: what a power cut leaves behind its writer must be able to
    /// tell from a whole file.
    public func write(_ bytes: [UInt8], to path: FileName, through temporary: FileName) throws(SystemError) {
        do throws(SystemError) {
            let file = FileDescriptor(
                owning: try systemCall("openat2", on: temporary.description) {
                    temporary.withCString {
                        clinux_open_beneath(descriptor.number, $0, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
                    }
                })
            try file.write(bytes)
            try systemCall("renameat", on: path.description) {
                temporary.withCString { source in
                    path.withCString { renameat(descriptor.number, source, descriptor.number, $0) }
                }
            }
        } catch {
            try? remove(temporary)
            throw error
        }
    }

    /// Makes a new file `name` here, in place of what has that name, to be read and written.
    public func makeNewFile(_ name: FileName) throws(SystemError) -> FileDescriptor {
        FileDescriptor(
            owning: try systemCall("openat2", on: name.description) {
                name.withCString {
                    clinux_open_beneath(descriptor.number, $0, O_RDWR | O_CREAT | O_TRUNC, 0o600)
                }
            })
    }

    /// Opens the file `name` here so that all that is written goes behind what is in it; makes it where it is missing.
    public func appendedFile(_ name: FileName) throws(SystemError) -> FileDescriptor {
        FileDescriptor(
            owning: try systemCall("openat2", on: name.description) {
                name.withCString {
                    clinux_open_beneath(descriptor.number, $0, O_WRONLY | O_CREAT | O_APPEND, 0o600)
                }
            })
    }

    /// Removes the file at the relative `path` (unlinkat(2)).
    public func remove(_ path: FileName) throws(SystemError) {
        try systemCall("unlinkat", on: path.description) { path.withCString { unlinkat(descriptor.number, $0, 0) } }
    }
}

extension FileDescriptor {
    /// Returns once what was written is on the disk (fdatasync(2)).
    public func synchronize() throws(SystemError) { try systemCall("fdatasync") { fdatasync(number) } }

    /// Sets the file's time of change to now (futimens(3)); works for its owner, whatever it was opened for.
    public func touch() throws(SystemError) {
        try systemCall("futimens") { futimens(number, nil) }
    }
}
