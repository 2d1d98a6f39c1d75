/// What a client does to the items of a selection.
public enum SelectionAction: Sendable, Hashable {
    /// Picks assets, after all others; those that are picked already stay where they are.
    case add([AssetID])
    /// Picks an asset that was just made with the camera, whatever may be picked else.
    case camera(AssetID)
    /// Puts assets back; those that are not picked are left out.
    case remove([AssetID])
    /// Picks an asset in the place of another.
    case replace(AssetID, with: AssetID)
    /// Gives an asset another number, from 1; the greatest that there is where it is greater.
    case move(AssetID, to: Int)
    /// Puts all assets back.
    case clear
    /// Says what was done to an asset, all of it.
    case edit(AssetID, SelectionEdit)
}
