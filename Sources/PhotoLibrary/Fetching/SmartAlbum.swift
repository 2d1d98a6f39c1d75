/// A collection that fills itself by a rule (PhotoKit's `PHAssetCollectionSubtype.smartAlbum…`). Hidden assets are in none.
public enum SmartAlbum: String, Codable, Sendable, CaseIterable {
    /// Every asset, the last added first.
    case recentlyAdded
    /// Assets whose media type is video.
    case videos
    /// Pictures of more than one frame: subtype `animated`.
    case animated
    /// Assets whose main file holds a sensor's own data: subtype `raw`.
    case raw
    /// Pictures with the subtype `panorama`.
    case panoramas

    /// Whether an asset that is not hidden is in the album.
    func contains(_ asset: AssetSummary) -> Bool {
        switch self {
        case .recentlyAdded: true
        case .videos: asset.mediaType == .video
        case .animated: asset.mediaSubtypes.contains(.animated)
        case .raw: asset.mediaSubtypes.contains(.raw)
        case .panoramas: asset.mediaSubtypes.contains(.panorama)
        }
    }
}
