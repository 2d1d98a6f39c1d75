public import Platform

/// One file of an asset.
public struct Resource: Hashable, Sendable, Identifiable {
    /// What the file is to its asset.
    public enum Kind: Int, Sendable, CaseIterable {
        case photo, video, pairedVideo, alternatePhoto, sidecar, edited, burstPhoto
    }

    /// What is known of the file.
    public enum State: Int, Sendable, CaseIterable {
        /// Listed, not read yet.
        case pending
        /// Read.
        case ready
        /// Could not be read or makes no sense; `problems` says why.
        case unreadable
    }

    /// Stays the same while the file is renamed, moved or edited.
    public let id: ResourceID
    /// What the file is to its asset.
    public var kind: Kind
    /// The directory it is in.
    public var folderID: FolderID
    /// Its name there.
    public var filename: FileName
    /// Which file it is and in which state, when the library last looked.
    public var stamp: FileStamp
    /// What it holds; nil until it was read.
    public var fingerprint: Fingerprint?
    /// Media type by content (RFC 6838), such as `image/heic`; nil until it was read or where it is not known.
    public var contentType: String?
    /// What is known of it.
    public var state: State = .pending
    /// Why it can't be shown, or what is odd about it.
    public var problems: [Problem] = []

    /// Makes a resource that was listed and not read yet.
    public init(id: ResourceID, kind: Kind, folderID: FolderID, filename: FileName, stamp: FileStamp) {
        self.id = id
        self.kind = kind
        self.folderID = folderID
        self.filename = filename
        self.stamp = stamp
    }
}
