/// What happened to a selection between two versions, in the words of pickers.
public enum SelectionEvent: Sendable, Hashable {
    /// Picked, in order of their indexes.
    case selected([AssetID])
    /// Made with the camera, and picked.
    case cameraUsed([AssetID])
    /// Put back, in the order that they had.
    case deselected([AssetID])
    /// At another place among the others.
    case moved([AssetID])
    /// Cropped, turned or otherwise edited for this selection.
    case edited([AssetID])
    /// Changed in the library.
    case assetChanged([AssetID])
    /// Gone from the library.
    case assetGone([AssetID])
    /// Back in the library, at their old places.
    case assetBack([AssetID])
    /// Another number of assets counts.
    case count(Int)
    /// It ended: completed, cancelled or expired.
    case ended(SelectionState)
}
