import MediaDecoding
import Platform
import PhotoLibrary

extension JSONWriter {
    /// Writes an asset as clients see it; the fields stand in `openapi.yaml`, schema `Asset`.
    mutating func value(_ asset: Asset, state: AssetState) {
        beginObject()
        identity(of: asset)
        dates(of: asset)
        key("location")
        value(asset.location)
        key("camera")
        value(asset.camera)
        words(of: asset)
        key("details")
        details(of: asset)
        key("video")
        value(asset.playableVideo, of: asset)
        key("resources")
        beginArray()
        for resource in asset.servedResources { value(resource, of: asset) }
        endArray()
        key("originalURL")
        value("/assets/\(asset.id)/original")
        key("thumbnailURL")
        value(asset.thumbnailURL)
        key("thumbHash")
        value(asset.details[.thumbHash])
        key("state")
        value(state.rawValue)
        key("problems")
        beginArray()
        for problem in asset.allResources.flatMap(\.problems) {
            beginObject()
            key("code")
            value(problem.code)
            key("detail")
            value(problem.detail)
            endObject()
        }
        endArray()
        endObject()
    }

    private mutating func identity(of asset: Asset) {
        key("id")
        value(asset.id.description)
        key("mediaType")
        value(asset.mediaType.name)
        key("mediaSubtypes")
        beginArray()
        for (subtype, name) in MediaSubtypes.names where asset.mediaSubtypes.contains(subtype) { value(name) }
        endArray()
        key("filename")
        value(asset.primary.filename.description)
        key("folderID")
        value(asset.folderID.description)
        key("pixelWidth")
        value(asset.shownPixelSize?.width)
        key("pixelHeight")
        value(asset.shownPixelSize?.height)
        key("duration")
        value(asset.duration?.seconds)
    }

    private mutating func dates(of asset: Asset) {
        key("creationDate")
        value(asset.captureDate?.time.rfc3339)
        key("creationDateSource")
        value(asset.captureDate?.source)
        key("modificationDate")
        value(asset.primary.stamp.modified.rfc3339)
        key("addedDate")
        value(asset.addedDate.rfc3339)
    }

    private mutating func words(of asset: Asset) {
        key("isFavorite")
        value(asset.isFavorite)
        key("isHidden")
        value(asset.isHidden)
        key("rating")
        value(asset.rating)
        key("title")
        value(asset.title)
        key("description")
        value(asset.caption)
        key("keywords")
        beginArray()
        for keyword in asset.keywords { value(keyword) }
        endArray()
        key("burstIdentifier")
        value(asset.burstIdentifier)
    }

    private mutating func value(_ video: PlayableVideo?, of asset: Asset) {
        guard let video else { return null() }
        beginObject()
        key("codec")
        value(video.tracks?.codec)
        key("audioCodec")
        value(video.tracks?.audioCodec)
        key("frameRate")
        value(video.tracks?.frameRate.map { ($0 * 1000).rounded() / 1000 })
        key("duration")
        value(video.duration?.seconds)
        key("isPlayable")
        value(video.playability.conversion == nil)
        key("playability")
        value(video.playability.reason)
        key("playableURL")
        value("/assets/\(asset.id)/playable")
        endObject()
    }

    private mutating func value(_ location: Location?) {
        guard let location else { return null() }
        beginObject()
        key("latitude")
        value(location.latitude)
        key("longitude")
        value(location.longitude)
        key("altitude")
        value(location.altitude)
        endObject()
    }

    private mutating func value(_ camera: Camera) {
        guard camera != Camera() else { return null() }
        beginObject()
        key("make")
        value(camera.make)
        key("model")
        value(camera.model)
        key("lens")
        value(camera.lens)
        endObject()
    }

    private mutating func value(_ resource: ServedResource, of asset: Asset) {
        beginObject()
        key("kind")
        value(resource.kind.name)
        key("filename")
        value(resource.filename.description)
        key("contentType")
        value(resource.contentType)
        key("byteCount")
        value(resource.byteCount)
        key("url")
        value(resource.url(of: asset.id))
        endObject()
    }
}

extension Asset {
    /// Where the asset's thumbnail is served; `&w=`, `&h=`, `&mode=` and `&format=` may be put behind.
    var thumbnailURL: String { "/thumbnails/\(id)?v=\(shown.contentTag)" }
}

extension MediaType {
    /// The word in JSON and in queries.
    var name: String {
        switch self {
        case .unknown: "unknown"
        case .image: "image"
        case .video: "video"
        case .audio: "audio"
        }
    }
}

extension Resource.Kind {
    /// The word in JSON.
    var name: String {
        switch self {
        case .photo: "photo"
        case .video: "video"
        case .pairedVideo: "pairedVideo"
        case .alternatePhoto: "alternatePhoto"
        case .sidecar: "sidecar"
        case .edited: "edited"
        case .burstPhoto: "burstPhoto"
        }
    }
}

extension Duration {
    /// Seconds, with the fraction to the millisecond.
    var seconds: Double {
        let (seconds, attoseconds) = components
        return (Double(seconds) * 1000 + (Double(attoseconds) / 1e15).rounded()) / 1000
    }
}
