import FolderWatching
public import PhotoLibrary
public import Platform

/// Opens the files of the library's assets.
///
/// A file is reached from its root one component at a time without following a link, so that whatever is put in the place
/// of a directory on the way, nothing outside of the root is opened.
public struct FileOpener: Sendable {
    private let locate: @Sendable (FolderID) -> (root: FileName, path: FileName)?

    /// Makes an opener of the files of a library, as it is when a file is opened.
    public init(_ library: Library) {
        locate = { [library] folder in library.snapshot.location(of: folder).map { ($0.root.name, $0.path) } }
    }

    init(_ folders: FolderIndex) { locate = { folders.location(of: $0) } }

    /// Looks into a folder. Blocks.
    /// - Throws: as `open`.
    func glance(at folder: FolderID, filter: PathFilter) throws(SystemError) -> DirectoryGlance {
        guard let (root, path) = locate(folder) else {
            throw SystemError(code: SystemError.absence, call: "open", subject: "\(folder)")
        }
        return try DirectoryGlance(Directory(at: root), at: path, filter: filter)
    }

    /// Whether the name is not that of the file with this number any more; false where the kernel refuses to say. Blocks.
    func isGone(_ filename: FileName, in folder: FolderID, inode: UInt64) -> Bool {
        guard let (root, path) = locate(folder) else { return true }
        do throws(SystemError) {
            return try Directory(at: root).directory(path).status(of: filename).stamp.inode != inode
        } catch {
            return error.isAbsence || error.isWrongKind
        }
    }

    /// Opens a regular file to be read. Blocks.
    /// - Throws: what the kernel refuses with; `SystemError.isAbsence` is true of it where the folder, the file or the
    ///   root is not there.
    public func open(_ filename: FileName, in folder: FolderID) throws(SystemError) -> FileDescriptor {
        guard let (root, path) = locate(folder) else {
            throw SystemError(code: SystemError.absence, call: "open", subject: filename.description)
        }
        return try Directory(at: root).file(path.appending(filename))
    }
}
