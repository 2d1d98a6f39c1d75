/// A collection that fills itself by a rule (PhotoKit's `PHAssetCollectionSubtype.smartAlbum…`). Hidden assets are in none but
/// `hidden`. What an asset of several files is, its main file or a member of its group says.
public enum SmartAlbum: String, Codable, Sendable, CaseIterable {
    /// Every asset, the last added first.
    case recentlyAdded
    /// A person's favourites.
    case favorites
    /// Assets whose media type is video.
    case videos
    /// Live photos and motion photos: subtype `livePhoto`.
    case livePhotos
    /// Pictures with the subtype `panorama`.
    case panoramas
    /// Pictures with the subtype `screenshot`.
    case screenshots
    /// Bursts: subtype `burst`.
    case bursts
    /// Assets taken by the front camera: subtype `selfPortrait`.
    case selfPortraits
    /// Videos with the subtype `highFrameRate`.
    case slomoVideos
    /// Videos with the subtype `timelapse`.
    case timelapses
    /// Pictures of more than one frame: subtype `animated`.
    case animated
    /// Assets with a sensor's own data, in the main file or beside it: subtype `raw`.
    case raw
    /// What a person has hidden.
    case hidden
    /// Pictures with the subtype `longExposure`.
    case longExposures
    /// Pictures with the subtype `depthEffect`.
    case depthEffect
    /// Videos with the subtype `screenRecording`.
    case screenRecordings

    /// Whether an asset is in the album, hidden or not.
    func contains(_ asset: AssetSummary) -> Bool {
        switch self {
        case .recentlyAdded: true
        case .favorites: asset.isFavorite
        case .videos: asset.mediaType == .video
        case .hidden: asset.isHidden
        default: subtype.map { asset.mediaSubtypes.contains($0) } ?? false
        }
    }

    /// What an asset must have to be in the album; nil for those that go by something else.
    public var subtype: MediaSubtypes? {
        switch self {
        case .recentlyAdded, .favorites, .videos, .hidden: nil
        case .livePhotos: .livePhoto
        case .panoramas: .panorama
        case .screenshots: .screenshot
        case .bursts: .burst
        case .selfPortraits: .selfPortrait
        case .slomoVideos: .highFrameRate
        case .timelapses: .timelapse
        case .animated: .animated
        case .raw: .raw
        case .longExposures: .longExposure
        case .depthEffect: .depthEffect
        case .screenRecordings: .screenRecording
        }
    }

    /// Why an asset is in the album, for a person; nil where it is not.
    public func evidence(for asset: Asset) -> String? {
        if asset.isHidden && self != .hidden { return nil }
        return switch self {
        case .recentlyAdded: "every asset is"
        case .favorites: asset.isFavorite ? "a person's favourite" : nil
        case .videos: asset.mediaType == .video ? "its file is a video" : nil
        case .hidden: asset.isHidden ? "a person has hidden it" : nil
        default: subtype.flatMap { asset.evidence(for: $0) }
        }
    }
}
