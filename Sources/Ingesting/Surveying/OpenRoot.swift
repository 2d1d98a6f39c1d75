import Platform

/// The open directory of a root, for the time of a survey.
final class OpenRoot {
    /// What is at a path.
    enum Presence {
        case directory(FileStamp)
        case file(FileStamp)
        /// Nothing, or something that is neither.
        case absent
        /// The kernel refuses to say.
        case unknown

        /// Which file and in which state, if there is one.
        var stamp: FileStamp? {
            switch self {
            case .directory(let stamp), .file(let stamp): stamp
            case .absent, .unknown: nil
            }
        }
    }

    let directory: Directory

    init(_ directory: consuming Directory) { self.directory = directory }

    func look(at path: FileName) -> Presence {
        do throws(SystemError) {
            let isRoot = path.bytes.isEmpty
            let status =
                isRoot
                ? try directory.descriptor.status()
                : try directory.directory(path.parent).status(of: path.lastComponent)
            return switch status.kind {
            case .directory: .directory(status.stamp)
            case .regular: .file(status.stamp)
            case .symbolicLink, .other: .absent
            }
        } catch {
            return error.isAbsence || error.isWrongKind ? .absent : .unknown
        }
    }

    /// Whether somebody has the file open for writing; nil where that can't be told.
    func hasWriter(_ path: FileName) -> Bool? {
        do throws(SystemError) {
            return try directory.file(path).hasWriter
        } catch {
            return nil
        }
    }
}
