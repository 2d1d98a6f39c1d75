public import Platform

/// What one commit did.
public struct Commit: Sendable {
    /// What one commit did to one thing; both sides are never nil at once.
    public struct Transition<Subject: Sendable>: Sendable {
        /// As it was; nil where it came into being.
        public let before: Subject?
        /// As it is; nil where it went away.
        public let after: Subject?
        /// In which of its facts an asset differs that was there before and after; more than `Subject` tells.
        public let fields: ChangedFields

        /// Makes a transition.
        public init(before: Subject?, after: Subject?, fields: ChangedFields = []) {
            self.before = before
            self.after = after
            self.fields = fields
        }
    }

    /// The version that the commit made; that of the last one where nothing was to do.
    public let version: Version
    /// When it was made.
    public let date: Timestamp
    /// Each asset that it touched, once; an asset that became a member of a group went away, as far as lists go.
    public let assets: [Transition<AssetSummary>]
    /// Each folder that it touched, once.
    public let folders: [Transition<Folder>]
    /// Each asset that became a member of a group, or of another one, or by itself again.
    public let members: [MemberLink]

    /// Makes a commit.
    public init(
        version: Version, date: Timestamp, assets: [Transition<AssetSummary>], folders: [Transition<Folder>],
        members: [MemberLink] = []
    ) {
        self.version = version
        self.date = date
        self.assets = assets
        self.folders = folders
        self.members = members
    }

    /// Whether nothing was to do, so that no version was made.
    public var isEmpty: Bool { assets.isEmpty && folders.isEmpty }
}
