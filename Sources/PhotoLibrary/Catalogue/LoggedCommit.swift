public import Platform

/// One entry of the change log: enough to roll the library's memory back to the version before.
public struct LoggedCommit: Sendable, Equatable {
    /// How many touched assets and folders the log keeps unless told: about 100 MB.
    public static let retainedThings = 1_000_000

    /// One asset that the commit touched.
    public struct Entry: Sendable, Equatable {
        /// The asset.
        public let id: AssetID
        /// As it was before; nil where it came into being.
        public let before: AssetSummary?
        /// Whether it was there afterwards.
        public let isPresent: Bool
        /// In which of its facts it differs where it was there before and after.
        public let fields: ChangedFields

        /// Makes an entry.
        public init(id: AssetID, before: AssetSummary?, isPresent: Bool, fields: ChangedFields = []) {
            self.id = id
            self.before = before
            self.isPresent = isPresent
            self.fields = fields
        }
    }

    /// One folder that the commit touched.
    public struct FolderEntry: Sendable, Equatable {
        /// The folder.
        public let id: FolderID
        /// As it was before; nil where it came into being.
        public let before: Folder?

        /// Makes an entry.
        public init(id: FolderID, before: Folder?) {
            self.id = id
            self.before = before
        }
    }

    /// The version that the commit made.
    public let version: Version
    /// When it was made.
    public let date: Timestamp
    /// Each asset that it touched, once.
    public let assets: [Entry]
    /// Each folder that it added, changed or removed, once.
    public let folders: [FolderEntry]

    /// Makes an entry of the log.
    public init(version: Version, date: Timestamp, assets: [Entry], folders: [FolderEntry]) {
        self.version = version
        self.date = date
        self.assets = assets
        self.folders = folders
    }
}

/// What the change log tells.
public enum LoggedChanges: Sendable, Equatable {
    /// Every commit that was asked for, oldest first.
    case commits([LoggedCommit])
    /// There are more than were asked for.
    case tooMany
    /// The log does not reach back so far, or the versions are none of this catalogue.
    case forgotten
}
