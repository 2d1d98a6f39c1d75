public import Platform

/// Walks the tree of a root, one directory at a time, and tells what is in each. Blocks.
///
/// Nothing outside of the root is ever reached: each directory is opened from its parent, and no symbolic link is
/// followed or listed, neither to a file nor to a directory (the root's own path may lead through links). Mounts in the
/// tree are entered. A directory that can't be read, and one that is its own ancestor, is told with its error and the
/// walk goes on. Depth is limited by the disk alone.
public struct FolderScanner: ~Copyable {
    /// How many directories are kept open for what is in them: a process may have as few as 1,024 descriptors for
    /// everything, and a tree of usual depth needs fewer.
    private static let openLimit = 64

    private struct Waiting {
        /// The number of the directory it is in; nil for the root.
        let parent: Int?
        let name: FileName
        let isIncluded: Bool
        /// The open parent; nil where too many are open already.
        let opened: OpenDirectory?
    }

    private let filter: PathFilter
    private let isRecursive: Bool
    private var trail = ScanTrail()
    private var waiting: [Waiting]
    private let openCount = OpenDirectory.Count()
    /// The directory scanned last: on the way down a deep tree the parent is always at hand.
    private var last: (number: Int, opened: OpenDirectory)?

    private let root: Directory

    /// Makes a scanner of what is in `root`, or in the directory at `path` in it.
    ///
    /// Patterns see whole paths from the root in either case.
    /// - Parameter isRecursive: whether directories in it are entered.
    public init(
        _ root: consuming Directory, startingAt path: FileName = FileName(""), filter: PathFilter = PathFilter(),
        isRecursive: Bool = true
    ) {
        self.root = root
        self.isRecursive = isRecursive
        self.filter = filter
        waiting = [
            Waiting(parent: nil, name: path, isIncluded: filter.includesAll(under: path), opened: nil)
        ]
    }

    /// Lists the next directory: the one to start at first, and each after the one that it is in. Nil after
    /// the last.
    public mutating func next() -> ScannedDirectory? {
        guard let next = waiting.popLast() else { return nil }
        do throws(SystemError) {
            return list(try open(next), as: next)
        } catch {
            return failed(error, as: next, status: try? openParent(of: next)?.directory.status(of: next.name))
        }
    }

    private func open(_ next: Waiting) throws(SystemError) -> Directory {
        guard let parent = next.parent else { return try root.directory(next.name) }
        if let opened = openParent(of: next) { return try opened.directory.directory(next.name) }
        return try root.directory(trail.path(of: next.name, in: parent))
    }

    private func openParent(of next: Waiting) -> OpenDirectory? {
        next.opened ?? (last?.number == next.parent ? last?.opened : nil)
    }

    private mutating func failed(_ error: SystemError, as next: Waiting, status: FileStatus?) -> ScannedDirectory {
        let found = ScannedDirectory(
            number: trail.count, parent: next.parent, name: next.name, device: status?.stamp.device ?? 0,
            inode: status?.stamp.inode ?? 0, error: error)
        trail.append(found)
        return found
    }

    private mutating func list(_ directory: consuming Directory, as next: Waiting) -> ScannedDirectory {
        let status: FileStatus
        do throws(SystemError) {
            status = try directory.descriptor.status()
        } catch {
            return failed(error, as: next, status: nil)
        }
        let (device, inode) = (status.stamp.device, status.stamp.inode)
        if let parent = next.parent, trail.contains(device: device, inode: inode, from: parent) {
            let error = SystemError(code: SystemError.loop, call: "scan", subject: next.name.description)
            return failed(error, as: next, status: status)
        }
        var found = ScannedDirectory(
            number: trail.count, parent: next.parent, name: next.name, device: device, inode: inode)
        trail.append(found)
        let opened = OpenDirectory(directory, count: openCount)
        let inner = read(opened.directory, into: &found, isIncluded: next.isIncluded)
        let shared = openCount.value <= Self.openLimit ? opened : nil
        if !isRecursive { found.directories = inner.map(\.0) }
        for (name, isIncluded) in inner where isRecursive {
            waiting.append(Waiting(parent: found.number, name: name, isIncluded: isIncluded, opened: shared))
        }
        last = (found.number, opened)
        return found
    }

    /// Lists the files into `found` and gives the directories to enter.
    private func read(
        _ directory: borrowing Directory, into found: inout ScannedDirectory, isIncluded: Bool
    ) -> [(FileName, isIncluded: Bool)] {
        var inner: [(FileName, isIncluded: Bool)] = []
        var files: [ScannedFile] = []
        var failure: SystemError?
        let number = found.number
        do throws(SystemError) {
            try directory.forEachEntry { entry in
                do throws(SystemError) {
                    let kind = if let kind = entry.kind { kind } else { try entry.status().kind }
                    switch kind {
                    case .regular:
                        if let file = try self.file(entry, in: number, isIncluded: isIncluded) { files.append(file) }
                    case .directory:
                        if let name = self.inner(entry, in: number, isIncluded: isIncluded) { inner.append(name) }
                    case .symbolicLink, .other: break
                    }
                } catch {
                    // A name that is gone by now is no failure; any other leaves the list in doubt.
                    if !error.isAbsence { failure = error }
                }
            }
        } catch {
            failure = error
        }
        found.files = files
        found.error = failure
        return inner
    }

    private func file(
        _ entry: borrowing DirectoryEntry, in number: Int, isIncluded: Bool
    ) throws(SystemError) -> ScannedFile? {
        let guess = entry.withNameBytes { bytes in
            filter.guess(bytes, isIncluded: isIncluded) { trail.path(of: FileName(bytes: bytes), in: number) }
        }
        guard guess != .other else { return nil }
        let status = try entry.status()
        guard status.kind == .regular else { return nil }
        return ScannedFile(name: entry.name, status: status, guess: guess)
    }

    private func inner(
        _ entry: borrowing DirectoryEntry, in number: Int, isIncluded: Bool
    ) -> (FileName, isIncluded: Bool)? {
        entry.withNameBytes { bytes in
            let name = FileName(bytes: bytes)
            guard filter.enters(bytes, path: { trail.path(of: name, in: number) }) else { return nil }
            return (name, isIncluded || filter.includesAll(of: bytes) { trail.path(of: name, in: number) })
        }
    }
}
