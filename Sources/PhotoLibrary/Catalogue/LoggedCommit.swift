public import Platform

/// One entry of the change log: enough to roll a list of assets back to the version before.
public struct LoggedCommit: Sendable, Equatable {
    /// One asset that the commit touched.
    public struct Entry: Sendable, Equatable {
        /// The asset.
        public let id: AssetID
        /// As it was before; nil where it came into being.
        public let before: AssetSummary?
        /// Whether it was there afterwards.
        public let isPresent: Bool

        /// Makes an entry.
        public init(id: AssetID, before: AssetSummary?, isPresent: Bool) {
            self.id = id
            self.before = before
            self.isPresent = isPresent
        }
    }

    /// The version that the commit made.
    public let version: Version
    /// When it was made.
    public let date: Timestamp
    /// Each asset that it touched, once.
    public let assets: [Entry]
    /// Each folder that it added, changed or removed, once.
    public let folders: [FolderID]

    /// Makes an entry of the log.
    public init(version: Version, date: Timestamp, assets: [Entry], folders: [FolderID]) {
        self.version = version
        self.date = date
        self.assets = assets
        self.folders = folders
    }
}
