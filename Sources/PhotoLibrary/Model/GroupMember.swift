public import Platform

/// Another file of a group, as the asset that is shown for the group has it.
public struct GroupMember: Hashable, Sendable {
    /// The asset that the file is when it is by itself.
    public var assetID: AssetID
    /// Why it belongs to the group.
    public var membership: Membership
    /// The file; its kind is the one that it has in the group.
    public var resource: Resource
    /// Whether it is a picture or a video.
    public var mediaType: MediaType
    /// Size as shown, of a picture or a video.
    public var pixelSize: PixelSize?
    /// Length of a video.
    public var duration: Duration?
    /// What is known of a video's tracks.
    public var video: VideoTrack?

    /// Makes the member that an asset is; nil for one that is by itself.
    init?(_ asset: Asset) {
        guard let membership = asset.membership else { return nil }
        assetID = asset.id
        self.membership = membership
        resource = asset.primary
        resource.kind = membership.kind
        mediaType = asset.mediaType
        pixelSize = asset.pixelSize
        duration = asset.duration
        video = asset.video
    }
}
