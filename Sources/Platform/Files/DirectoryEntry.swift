import CLinux
import Glibc

/// One name that a directory holds, valid only while the directory is being read.
public struct DirectoryEntry: ~Copyable {
    private let entry: UnsafeMutablePointer<dirent>
    private let directory: CInt

    fileprivate init(_ entry: UnsafeMutablePointer<dirent>, in directory: CInt) {
        self.entry = entry
        self.directory = directory
    }

    /// The name, copied.
    public var name: FileName { withNameBytes { FileName(bytes: $0) } }

    /// Calls `body` with the name's bytes, without the NUL at the end, which live only as long as the call.
    public func withNameBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        let name = cString
        return try name.withMemoryRebound(to: UInt8.self, capacity: Int(NAME_MAX) + 1) {
            try body(UnsafeBufferPointer(start: $0, count: strlen(name)))
        }
    }

    /// What the name stands for; nil where the file system doesn't say so in the directory itself.
    public var kind: FileStatus.Kind? {
        switch CInt(entry.pointee.d_type) {
        case CInt(DT_REG): .regular
        case CInt(DT_DIR): .directory
        case CInt(DT_LNK): .symbolicLink
        case CInt(DT_UNKNOWN): nil
        default: .other
        }
    }

    /// What the kernel knows of the file, without following a link.
    public func status() throws(SystemError) -> FileStatus {
        var found = clinux_status()
        try systemCall("statx", on: name.description) { clinux_status(directory, cString, &found) }
        return FileStatus(found)
    }

    private var cString: UnsafePointer<CChar> {
        let place = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        return UnsafeRawPointer(entry).advanced(by: place).assumingMemoryBound(to: CChar.self)
    }
}

extension Directory {
    /// Calls `body` with every entry but `.` and `..`, in the order that the file system gives (readdir(3)).
    public func forEachEntry(_ body: (borrowing DirectoryEntry) -> Void) throws(SystemError) {
        let copy = try systemCall("openat") { Glibc.openat(descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard let stream = fdopendir(copy) else {
            let code = errno
            Glibc.close(copy)
            throw SystemError(code: code, call: "fdopendir")
        }
        defer { closedir(stream) }
        while true {
            errno = 0
            guard let found = readdir(stream) else { break }
            let entry = DirectoryEntry(found, in: descriptor.number)
            let isSpecial = entry.withNameBytes { $0.elementsEqual([46]) || $0.elementsEqual([46, 46]) }
            if !isSpecial { body(entry) }
        }
        guard errno == 0 else { throw SystemError(code: errno, call: "readdir") }
    }
}
