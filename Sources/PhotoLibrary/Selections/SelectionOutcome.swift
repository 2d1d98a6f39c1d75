public import Platform

/// What came of a selection; it never changes.
public struct SelectionOutcome: Sendable, Hashable {
    /// A picked asset.
    public struct Item: Sendable, Hashable {
        /// Place in order of choice, from 1.
        public let number: Int
        /// The asset; it may have gone since.
        public let assetID: AssetID
        /// What the person did to it.
        public let edit: SelectionEdit
    }

    /// How it ended.
    public let state: SelectionState
    /// When it ended.
    public let date: Timestamp
    /// What was picked, in order; what was preselected where it was cancelled, nothing where it expired.
    public let items: [Item]
}
