import FolderWatching
import PhotoLibrary

/// One thing that must be done for the catalogue to equal the disk.
enum ReconciledStep: Hashable, Sendable {
    /// A folder is new, was moved or renamed, or its root came or went.
    case putFolder(Folder)
    /// A file is new.
    case insert(ScannedFile, in: FolderID)
    /// A known file is at this place now, and in this state.
    /// - rereads: whether what is known of its content can no longer be trusted.
    case update(FileRecord, folderID: FolderID, file: ScannedFile, rereads: Bool)
    /// A removed asset's content is back.
    case revive(Asset, folderID: FolderID, file: ScannedFile, rereads: Bool)
    /// A file is gone.
    case remove(FileRecord)
    /// A folder is gone, and so is all that was in it.
    case removeFolder(FolderID)

    /// The known file that the step is about; nil for steps of other kinds.
    var updatedRecord: FileRecord? {
        if case .update(let record, _, _, _) = self { record } else { nil }
    }
}
