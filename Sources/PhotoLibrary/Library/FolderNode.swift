/// A folder with what is directly in it.
struct FolderNode: OrderedElement {
    /// The folder.
    var folder: Folder
    /// The folders in it, in no order.
    var subfolders: [FolderID] = []
    /// The assets in it that are not hidden, by date taken.
    var entries = FetchEntries(key: .taken)

    /// Nodes go by their folder's id.
    var orderKey: FolderID { folder.id }
    var checksumValue: UInt64 { UInt64(bitPattern: folder.id.rawValue) }
}
