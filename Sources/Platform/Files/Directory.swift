import CLinux
import Glibc

/// An open directory, the place that relative paths start from. Nothing opened through it lies outside of it.
public struct Directory: ~Copyable, Sendable {
    /// The directory's own descriptor.
    public let descriptor: FileDescriptor

    /// Opens the directory at `path`; a symbolic link in `path` itself is followed.
    public init(at path: FileName) throws(SystemError) {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        descriptor = FileDescriptor(
            owning: try systemCall("open", on: path.description) { path.withCString { Glibc.open($0, flags) } })
    }

    /// Makes the directory at `path`, and those that it lies in where they are missing too (mkdir(2)); one that is there
    /// already is left as it is.
    /// - Parameter mode: who may do what with those that are made, as in chmod(2).
    public static func make(at path: FileName, mode: UInt32) throws(SystemError) {
        do {
            try systemCall("mkdir", on: path.description) { path.withCString { mkdir($0, mode) } }
        } catch {
            switch error.code {
            case EEXIST: return
            case ENOENT where !path.parent.bytes.isEmpty:
                try make(at: path.parent, mode: mode)
                try make(at: path, mode: mode)
            default: throw error
            }
        }
    }

    private init(owning descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

    /// Opens the directory at the relative `path` beneath this one; no symbolic link is followed.
    public func directory(_ path: FileName) throws(SystemError) -> Directory {
        Directory(owning: try open(path.bytes.isEmpty ? FileName(".") : path, flags: O_RDONLY | O_DIRECTORY))
    }

    /// Opens the regular file at the relative `path` beneath this directory to be read; no symbolic link is followed,
    /// and nothing that is not a regular file is waited for.
    public func file(_ path: FileName) throws(SystemError) -> FileDescriptor {
        let file = try open(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
        guard try file.status().kind == .regular else {
            throw SystemError(code: ENXIO, call: "open", subject: path.description)
        }
        return file
    }

    /// Opens `path` in as many steps as it takes, since the kernel takes no path of `PATH_MAX` bytes or more at once.
    private func open(_ path: FileName, flags: CInt) throws(SystemError) -> FileDescriptor {
        var rest = path.bytes[...]
        var passed: FileDescriptor?
        while rest.count >= Int(PATH_MAX), let slash = rest.prefix(Int(PATH_MAX)).lastIndex(of: UInt8(ascii: "/")) {
            let start = passed?.number ?? descriptor.number
            passed = try Self.open(FileName(bytes: rest[..<slash]), at: start, flags: O_RDONLY | O_DIRECTORY)
            rest = rest[(slash + 1)...]
        }
        return try Self.open(FileName(bytes: rest), at: passed?.number ?? descriptor.number, flags: flags)
    }

    private static func open(_ path: FileName, at start: CInt, flags: CInt) throws(SystemError) -> FileDescriptor {
        FileDescriptor(
            owning: try systemCall("openat2", on: path.description) {
                path.withCString { clinux_open_beneath(start, $0, flags, 0) }
            })
    }

    /// What the kernel knows of `name` here, without following a link.
    public func status(of name: FileName) throws(SystemError) -> FileStatus {
        var found = clinux_status()
        try systemCall("statx", on: name.description) {
            name.withCString { clinux_status(descriptor.number, $0, &found) }
        }
        return FileStatus(found)
    }

    /// Every name here but `.` and `..`, in the order that the file system gives (readdir(3)).
    public func names() throws(SystemError) -> [FileName] {
        let copy = try systemCall("openat") { Glibc.openat(descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard let stream = fdopendir(copy) else {
            let code = errno
            Glibc.close(copy)
            throw SystemError(code: code, call: "fdopendir")
        }
        defer { closedir(stream) }
        var names: [FileName] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: UInt8.self, capacity: Int(entry.pointee.d_reclen)) {
                    FileName(bytes: UnsafeBufferPointer(start: $0, count: Int(entry.pointee.d_reclen)))
                }
            }
            if name.bytes != [46] && name.bytes != [46, 46] { names.append(name) }
        }
        guard errno == 0 else { throw SystemError(code: errno, call: "readdir") }
        return names
    }
}
