import HTTPServing
import MediaDecoding
import PhotoLibrary
import Platform

/// What the routes need of one asset beyond its summary, made once for each change of it.
final class AssetDetail: Sendable {
    /// The asset.
    let id: AssetID
    /// The summary that it was made for.
    let revision: Version
    /// Its state at that time.
    let state: AssetState
    /// The asset's JSON.
    let json: [UInt8]
    /// Names the content, for thumbnails.
    let contentTag: String
    /// The entity tag of the asset's thumbnails; a tag need not tell URLs apart, and these name size and format.
    let thumbnailTag: EntityTag
    /// Where the asset's thumbnail is served.
    let thumbnailURL: String
    /// Whether its JSON has a placeholder.
    let hasPlaceholder: Bool
    /// The file that pictures of it are made of.
    let shown: Resource
    /// Whether it is a picture, or one with a video beside it.
    let isPicture: Bool
    /// Size of the picture; nil where nobody knows.
    let pixelSize: PixelSize?
    /// All that is served of it, the main file first.
    let resources: [ServedResource]
    /// Its video, or that of a live photo; nil where there is none that was read.
    let video: PlayableVideo?

    init(_ asset: Asset, revision: Version, state: AssetState) {
        id = asset.id
        self.revision = revision
        self.state = state
        var writer = JSONWriter(capacity: 1024)
        writer.value(asset, state: state)
        json = writer.bytes
        contentTag = asset.shown.contentTag
        thumbnailTag = EntityTag(contentTag)
        thumbnailURL = asset.thumbnailURL
        hasPlaceholder = asset.details[.thumbHash] != nil
        shown = asset.shown
        isPicture = asset.mediaType == .image
        pixelSize = asset.pixelSize
        resources = asset.servedResources
        video = asset.playableVideo
    }

    /// Names a picture of it.
    func key(_ render: RenderRequest) -> ThumbnailKey {
        ThumbnailKey(contentTag: movingFile(render)?.contentTag ?? contentTag, request: render)
    }

    /// The file with a live photo's video, where frames of that are asked for.
    func movingFile(_ render: RenderRequest) -> Resource? {
        render.isMoving && isPicture ? video?.resource.file : nil
    }

    /// About how many bytes of memory this takes.
    var cost: Int { json.count + 512 * (1 + resources.count) }
}
