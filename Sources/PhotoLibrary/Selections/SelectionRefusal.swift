/// Why something can't be done to a selection; then nothing has changed.
public enum SelectionRefusal: Error, Hashable, Sendable {
    /// There is no such selection, or no longer.
    case noSelection
    /// It has ended.
    case ended(SelectionState)
    /// It is not at the version that the client thinks.
    case stale
    /// There would be more items than may be, of all types or of one.
    case limitExceeded(maximum: Int, type: MediaType?)
    /// There are fewer items than there have to be.
    case belowMinimum(Int)
    /// The asset is not picked.
    case notSelected(AssetID)
    /// The asset that is to take another's place is picked already.
    case alreadySelected(AssetID)
    /// The library has no such asset.
    case unknownAsset(AssetID)
    /// The asset is none of those that may be picked.
    case notSelectable(AssetID)
    /// The rules ask for no crop.
    case cropNotAllowed
    /// The rules say that order does not matter.
    case notOrdered
    /// Picked assets are not there any more.
    case itemsGone([AssetID])
    /// There are as many open selections as the server keeps.
    case tooManySelections(Int)
}
