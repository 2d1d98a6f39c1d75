public import Platform

/// A collection as clients see it at one version (PhotoKit's `PHAssetCollection`).
public struct AssetCollection: Sendable, Identifiable, Equatable {
    /// The three sections of the list, and the kinds of collection in them.
    public enum Kind: String, Sendable { case all, smartAlbum, album, folder }

    /// What a client may do to a collection.
    public enum Operation: String, Sendable { case addContent, removeContent, reorder, rename, delete }

    /// What to call a collection.
    public enum Title: Sendable, Equatable {
        /// To be looked up in the client's language.
        case localized(key: String)
        /// A name that a person gave.
        case verbatim(String)
    }

    /// Names it.
    public let id: CollectionID
    /// Kind of collection.
    public let kind: Kind
    /// The smart album, or `userLibrary` for all.
    public let subtype: String?
    /// What to call it.
    public let title: Title
    /// How many assets are in it, hidden ones not counted.
    public let assetCount: Int
    /// The asset that stands for it: the last taken, in `recentlyAdded` the last added; nil where it is empty.
    public let keyAssetID: AssetID?
    /// When its first asset was taken.
    public let startDate: WallTime?
    /// When its last asset was taken.
    public let endDate: WallTime?
    /// The folder that it is in; nil at the top.
    public let parentID: CollectionID?
    /// What may be done to it.
    public let operations: [Operation]
    /// Whether no asset is in it nor, for a folder, in any folder below it.
    public let isEmpty: Bool
}
