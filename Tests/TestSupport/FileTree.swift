public import Platform

/// Everything beneath a directory as it is at one moment, to tell whether anything was changed.
public struct FileTree: Equatable, Sendable {
    /// What is known of one name.
    public struct Entry: Hashable, Sendable {
        /// Kind of file.
        public let kind: FileStatus.Kind
        /// Identity, size and times.
        public let stamp: FileStamp
    }

    /// The entries by their relative paths; the directory itself is the empty path.
    public private(set) var entries: [FileName: Entry] = [:]

    /// Lists all that is beneath `path`; what can't be listed counts as empty.
    public init(_ path: FileName) throws(SystemError) {
        let root = try Directory(at: path)
        let status = try root.descriptor.status()
        entries[FileName("")] = Entry(kind: status.kind, stamp: status.stamp)
        add(root, FileName(""))
    }

    private mutating func add(_ directory: borrowing Directory, _ path: FileName) {
        for name in (try? directory.names()) ?? [] {
            guard let status = try? directory.status(of: name) else { continue }
            entries[path.appending(name)] = Entry(kind: status.kind, stamp: status.stamp)
            if status.kind == .directory, let below = try? directory.directory(name) {
                add(below, path.appending(name))
            }
        }
    }
}
