import Platform

/// A file of our own that is renamed to wake the watcher's thread: the kernel's queue is in order, so once the rename
/// is read from it, all that happened before has been. A rename needs no space on the disk.
struct CookieFile: ~Copyable {
    let directory: Directory
    private var name: FileName

    /// Takes the directory at `path` for its own, makes it where it is not, and empties it.
    init(in path: FileName) throws(SystemError) {
        try Directory.make(at: path)
        let opened = try Directory(at: path)
        for name in try opened.names() { try opened.removeFile(name) }
        let first = Self.name(0)
        try opened.makeFile(first)
        directory = opened
        name = first
    }

    /// Leaves the mark of `number`.
    mutating func mark(_ number: Int) throws(SystemError) {
        let next = Self.name(number)
        do throws(SystemError) {
            try directory.rename(name, to: next)
        } catch  where error.isAbsence {
            // Somebody tidied up.
            try directory.makeFile(name)
            try directory.rename(name, to: next)
        }
        name = next
    }

    /// The number of a mark.
    static func number(_ name: FileName) -> Int? { Int(name.description) }

    private static func name(_ number: Int) -> FileName { FileName(String(number)) }
}
