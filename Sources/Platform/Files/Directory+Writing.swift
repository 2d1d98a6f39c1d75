import CLinux
import Glibc

/// Making and renaming names in a directory of our own.
extension Directory {
    /// Makes the directory at the absolute `path` where there is none (mkdir(2)); the one that it is in must be there.
    public static func make(at path: FileName) throws(SystemError) {
        do throws(SystemError) {
            try systemCall("mkdir", on: path.description) { path.withCString { mkdir($0, 0o700) } }
        } catch  where error.code == EEXIST {
            // That is what was wanted.
        }
    }

    /// Makes the empty file `name` here; one that is there stays as it is (openat(2)).
    public func makeFile(_ name: FileName) throws(SystemError) {
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        let number = try systemCall("openat", on: name.description) {
            name.withCString { Glibc.openat(descriptor.number, $0, flags, 0o600) }
        }
        FileDescriptor(owning: number).close()
    }

    /// Makes the new file `name` here with this content, on the disk when it returns (openat(2), fsync(2)).
    public func makeFile(_ name: FileName, content: [UInt8], mode: UInt32) throws(SystemError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let file = FileDescriptor(
            owning: try systemCall("openat", on: name.description) {
                name.withCString { Glibc.openat(descriptor.number, $0, flags, mode) }
            })
        try file.write(content)
        try systemCall("fsync", on: name.description) { fsync(file.number) }
    }

    /// Gives the file `old` here the name `new`, on the disk when it returns; fails where that is taken (renameat2(2)).
    public func rename(_ old: FileName, toFree new: FileName) throws(SystemError) {
        try systemCall("renameat2", on: new.description) {
            old.withCString { old in new.withCString { clinux_rename_new(descriptor.number, old, $0) } }
        }
        try systemCall("fsync", on: new.description) { fsync(descriptor.number) }
    }

    /// Gives the file `old` here the name `new`, in place of what had it (renameat(2)).
    public func rename(_ old: FileName, to new: FileName) throws(SystemError) {
        try systemCall("renameat", on: old.description) {
            old.withCString { old in
                new.withCString { Glibc.renameat(descriptor.number, old, descriptor.number, $0) }
            }
        }
    }

    /// Takes the file `name` away (unlinkat(2)).
    public func removeFile(_ name: FileName) throws(SystemError) {
        try systemCall("unlinkat", on: name.description) {
            name.withCString { Glibc.unlinkat(descriptor.number, $0, 0) }
        }
    }
}
