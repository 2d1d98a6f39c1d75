/// An asset that was picked.
public struct SelectionItem: Sendable, Hashable {
    /// The asset.
    public let assetID: AssetID
    /// Its kind, for maxima by type.
    public internal(set) var mediaType: MediaType
    /// What the person did to it.
    public internal(set) var edit = SelectionEdit()
    /// Whether the asset is not there any more. Such an item keeps its place, has no number and does not count.
    public internal(set) var isGone = false
    /// Whether the asset was made with the camera for this selection.
    public internal(set) var isFromCamera = false
    /// The library's version that changed the asset last, as far as the selection was told.
    public internal(set) var revision: Version
    /// Where it stands among the others: any number, ascending in order.
    var place: Int64
}

extension SelectionItem: OrderedElement {
    var orderKey: Int64 { place }
    var checksumValue: UInt64 { UInt64(bitPattern: assetID.rawValue) }
}
