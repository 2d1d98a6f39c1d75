/// A section of the list of collections.
public struct CollectionSection: Sendable, Equatable {
    /// Which section.
    public enum Kind: String, Sendable, CaseIterable { case all, smart, user }

    /// Which section it is.
    public let kind: Kind
    /// Its collections in the order to show them; a folder comes before the folders in it.
    public let collections: [AssetCollection]
}
