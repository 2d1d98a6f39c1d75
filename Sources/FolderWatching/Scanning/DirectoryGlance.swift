public import Platform

/// Looks at single names in one directory of a root. Blocks.
public struct DirectoryGlance: ~Copyable {
    /// Which directory it is.
    public let stamp: FileStamp
    private let directory: Directory
    private let path: FileName
    private let filter: PathFilter
    private let isIncluded: Bool

    /// Opens the directory at `path` in `root`.
    public init(_ root: borrowing Directory, at path: FileName, filter: PathFilter) throws(SystemError) {
        let opened = try root.directory(path)
        stamp = try opened.descriptor.status().stamp
        directory = opened
        self.path = path
        self.filter = filter
        isIncluded = filter.includesAll(under: path)
    }

    /// The file `name` as it is now; nil where there is none, or none that a scan would list.
    public func file(_ name: FileName) throws(SystemError) -> ScannedFile? {
        let guess = name.bytes.withUnsafeBufferPointer { bytes in
            filter.guess(bytes, isIncluded: isIncluded) { path.appending(name) }
        }
        guard guess != .other, let status = try status(name), status.kind == .regular else { return nil }
        return ScannedFile(name: name, status: status, guess: guess)
    }

    /// The directory `name`; nil where there is none, or none that a scan would enter.
    public func directory(_ name: FileName) throws(SystemError) -> FileStamp? {
        let isEntered = name.bytes.withUnsafeBufferPointer { bytes in filter.enters(bytes) { path.appending(name) } }
        guard isEntered, let status = try status(name), status.kind == .directory else { return nil }
        return status.stamp
    }

    /// How long a file must hold still to be whole; nil where it is whole now, since nobody has it open for writing.
    public func stillness(of file: ScannedFile, now: Timestamp) -> Stillness? {
        if Stillness.open.isWhole(file.stamp, now: now) { return nil }
        do throws(SystemError) {
            if let hasWriter = try directory.file(file.name).hasWriter { return hasWriter ? .open : nil }
        } catch {
            // What can't be opened is no better later.
            if error.isDenial { return nil }
        }
        return Stillness.found.isWhole(file.stamp, now: now) ? nil : .found
    }

    private func status(_ name: FileName) throws(SystemError) -> FileStatus? {
        do throws(SystemError) {
            return try directory.status(of: name)
        } catch {
            if error.isAbsence { return nil }
            throw error
        }
    }
}
