public import Platform

/// What the catalogue knows of one file, for comparing with the disk.
public struct FileRecord: Hashable, Sendable {
    /// The asset that it belongs to.
    public var assetID: AssetID
    /// The file as a resource.
    public var resourceID: ResourceID
    /// What it is to its asset.
    public var kind: Resource.Kind
    /// The directory it is in.
    public var folderID: FolderID
    /// Its name there.
    public var filename: FileName
    /// Which file it is and in which state, when the library last looked.
    public var stamp: FileStamp
    /// What is known of it.
    public var state: Resource.State
    /// What it holds; nil until it was read.
    public var fingerprint: Fingerprint?

    /// Makes a record.
    public init(
        assetID: AssetID, resourceID: ResourceID, kind: Resource.Kind, folderID: FolderID, filename: FileName,
        stamp: FileStamp, state: Resource.State, fingerprint: Fingerprint?
    ) {
        self.assetID = assetID
        self.resourceID = resourceID
        self.kind = kind
        self.folderID = folderID
        self.filename = filename
        self.stamp = stamp
        self.state = state
        self.fingerprint = fingerprint
    }
}
