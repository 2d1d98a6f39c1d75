import Glibc
public import Platform

extension TemporaryDirectory {
    /// Writes a file whose relative path is bytes, with its directories.
    public func write(_ bytes: some Sequence<UInt8>, to relative: FileName) throws(SystemError) {
        var parent = name
        for component in relative.bytes.split(separator: UInt8(ascii: "/")).dropLast() {
            parent = parent.appending(FileName(bytes: component))
            try makeDirectory(parent)
        }
        let path = name.appending(relative)
        let number = try systemCall("open", on: path.description) {
            path.withCString { Glibc.open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
        }
        try FileDescriptor(owning: number).write(bytes)
    }

    /// Makes a directory in here, with those on the way.
    public func makeDirectories(_ relative: String) throws(SystemError) {
        var path = name
        for component in relative.utf8.split(separator: UInt8(ascii: "/")) {
            path = path.appending(FileName(bytes: component))
            try makeDirectory(path)
        }
    }

    /// Renames or moves what is at `old`, over what is at `new` (rename(2)).
    public func move(_ old: String, to new: String) throws(SystemError) {
        try systemCall("rename", on: old) { rename(path(old), path(new)) }
    }

    /// Removes a file or an empty directory.
    public func remove(_ relative: String) throws(SystemError) {
        try systemCall("remove", on: relative) { Glibc.remove(path(relative)) }
    }

    /// Makes a symbolic link with the text `target`.
    public func link(_ relative: String, to target: String) throws(SystemError) {
        try systemCall("symlink", on: relative) { symlink(target, path(relative)) }
    }

    /// Makes a second name for the file at `existing`.
    public func hardLink(_ existing: String, as relative: String) throws(SystemError) {
        try systemCall("link", on: relative) { Glibc.link(path(existing), path(relative)) }
    }

    /// Sets when a file's content last changed, to the nanosecond (utimensat(2)).
    public func setModified(_ relative: String, to time: Timestamp) throws(SystemError) {
        let second = Int64(1_000_000_000)
        let moment = timespec(tv_sec: Int(time.nanoseconds / second), tv_nsec: Int(time.nanoseconds % second))
        let times = [moment, moment]
        try systemCall("utimensat", on: relative) { utimensat(AT_FDCWD, path(relative), times, 0) }
    }

    private func makeDirectory(_ path: FileName) throws(SystemError) {
        do throws(SystemError) {
            try systemCall("mkdir", on: path.description) { path.withCString { mkdir($0, 0o755) } }
        } catch  where error.code == EEXIST {
            // One of the directories on the way is there already.
        }
    }
}
