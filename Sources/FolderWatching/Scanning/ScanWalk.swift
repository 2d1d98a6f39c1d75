import Platform

/// A scan in progress: which directory comes next, and what was found in the last.
struct ScanWalk {
    /// How many directories are kept open for what is in them: a process may have as few as 1,024 descriptors for
    /// everything, and a tree of usual depth needs fewer.
    private static let openLimit = 64

    private struct Waiting {
        let parent: Int
        let name: FileName
        let isIncluded: Bool
        /// The open parent; nil where too many are open already.
        let opened: OpenDirectory?
    }

    private let filter: PathFilter
    private var trail = ScanTrail()
    private var waiting: [Waiting] = []
    private let openCount = OpenDirectory.Count()
    /// The directory scanned last: on the way down a deep tree the parent is always at hand.
    private var last: (number: Int, opened: OpenDirectory)?

    init(filter: PathFilter) { self.filter = filter }

    mutating func start(_ root: borrowing Directory) -> ScannedDirectory {
        do throws(SystemError) {
            return list(try root.directory(FileName("")), name: FileName(""), parent: nil, isIncluded: false)
        } catch {
            return failed(error, name: FileName(""), parent: nil, status: nil)
        }
    }

    mutating func next(_ root: borrowing Directory) -> ScannedDirectory? {
        guard let next = waiting.popLast() else { return nil }
        let parent = next.opened ?? (last?.number == next.parent ? last?.opened : nil)
        do throws(SystemError) {
            let directory =
                if let parent {
                    try parent.directory.directory(next.name)
                } else {
                    try root.directory(trail.path(of: next.name, in: next.parent))
                }
            return list(directory, name: next.name, parent: next.parent, isIncluded: next.isIncluded)
        } catch {
            let status = try? parent?.directory.status(of: next.name)
            return failed(error, name: next.name, parent: next.parent, status: status)
        }
    }

    private mutating func failed(
        _ error: SystemError, name: FileName, parent: Int?, status: FileStatus?
    ) -> ScannedDirectory {
        let found = ScannedDirectory(
            number: trail.count, parent: parent, name: name, device: status?.stamp.device ?? 0,
            inode: status?.stamp.inode ?? 0, error: error)
        trail.append(found)
        return found
    }

    private mutating func list(
        _ directory: consuming Directory, name: FileName, parent: Int?, isIncluded: Bool
    ) -> ScannedDirectory {
        let status: FileStatus
        do throws(SystemError) {
            status = try directory.descriptor.status()
        } catch {
            return failed(error, name: name, parent: parent, status: nil)
        }
        let (device, inode) = (status.stamp.device, status.stamp.inode)
        if let parent, trail.contains(device: device, inode: inode, from: parent) {
            let error = SystemError(code: SystemError.loop, call: "scan", subject: name.description)
            return failed(error, name: name, parent: parent, status: status)
        }
        var found = ScannedDirectory(
            number: trail.count, parent: parent, name: name, device: device, inode: inode)
        trail.append(found)
        let opened = OpenDirectory(directory, count: openCount)
        let inner = read(opened.directory, into: &found, isIncluded: isIncluded)
        let shared = openCount.value <= Self.openLimit ? opened : nil
        for (name, isIncluded) in inner {
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
        return ScannedFile(name: entry.name, stamp: status.stamp, guess: guess)
    }

    private func inner(
        _ entry: borrowing DirectoryEntry, in number: Int, isIncluded: Bool
    ) -> (FileName, isIncluded: Bool)? {
        entry.withNameBytes { bytes in
            let path = { trail.path(of: FileName(bytes: bytes), in: number) }
            guard filter.enters(bytes, path: path) else { return nil }
            return (FileName(bytes: bytes), isIncluded || filter.includesAll(of: bytes, path: path))
        }
    }
}
