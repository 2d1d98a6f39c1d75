/// Why the catalogue could not do what it was asked.
public enum CatalogueError: Error, Equatable, CustomStringConvertible {
    /// The data folder was made by a newer program.
    case newerThanProgram(found: Int, known: Int, madeBy: String)
    /// Another process has the data folder open.
    case inUse(String)
    /// There is no space left; nothing of the commit was kept, and it works again once there is.
    case storageFull
    /// The database makes no sense; the next start sets it aside and begins anew.
    case damaged(String)
    /// Something is still in the folder that was to be removed.
    case folderNotEmpty(FolderID)
    /// Anything else that the database reported.
    case failed(String)

    /// One sentence for a person.
    public var description: String {
        switch self {
        case .newerThanProgram(let found, let known, let madeBy):
            "the data folder was made by a newer program (\(madeBy), layout \(found)); this one knows layouts up to \(known)"
        case .inUse(let path): "another process uses the data folder \(path)"
        case .storageFull: "no space is left in the data folder"
        case .damaged(let detail): "the catalogue is damaged: \(detail)"
        case .folderNotEmpty(let id): "folder \(id) is not empty"
        case .failed(let detail): "the catalogue failed: \(detail)"
        }
    }
}
