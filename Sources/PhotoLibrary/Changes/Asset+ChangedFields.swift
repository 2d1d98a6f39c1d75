import Platform

extension Asset {
    /// The fields in which clients see this and an earlier state of an asset differ.
    func fields(differingFrom before: Asset) -> ChangedFields {
        var fields = ChangedFields()
        fields.note(.mediaType, before.mediaType, mediaType)
        fields.note(.mediaSubtypes, before.mediaSubtypes, mediaSubtypes)
        fields.note(.filename, before.primary.filename, primary.filename)
        fields.note(.folderID, before.folderID, folderID)
        fields.note(.pixelWidth, before.pixelSize?.width, pixelSize?.width)
        fields.note(.pixelHeight, before.pixelSize?.height, pixelSize?.height)
        fields.note(.duration, before.duration, duration)
        fields.note(.creationDate, before.captureDate?.time, captureDate?.time)
        fields.note(.creationDateSource, before.captureDate?.source, captureDate?.source)
        fields.note(.modificationDate, before.primary.stamp.modified, primary.stamp.modified)
        fields.note(.addedDate, before.addedDate, addedDate)
        fields.note(.location, before.location, location)
        fields.note(.camera, before.camera, camera)
        fields.note(.isFavorite, before.isFavorite, isFavorite)
        fields.note(.isHidden, before.isHidden, isHidden)
        fields.note(.rating, before.rating, rating)
        fields.note(.title, before.title, title)
        fields.note(.description, before.caption, caption)
        fields.note(.keywords, before.keywords, keywords)
        fields.note(.burstIdentifier, before.burstIdentifier, burstIdentifier)
        fields.note(.resources, before.resources.map(VisibleResource.init), resources.map(VisibleResource.init))
        fields.note(.resources, before.motionVideo, motionVideo)
        fields.note(.details, before.details, details)
        fields.note(.details, before.exposureTime, exposureTime)
        fields.note(.video, before.video, video)
        fields.note(.thumbnailURL, before.primary.contentTag, primary.contentTag)
        fields.note(.state, before.primary.state, primary.state)
        fields.note(.problems, before.resources.flatMap(\.problems), resources.flatMap(\.problems))
        return fields
    }
}

/// What clients see of a resource.
private struct VisibleResource: Equatable {
    let kind: Resource.Kind
    let filename: FileName
    let contentType: String?
    let byteCount: Int64

    init(_ resource: Resource) {
        kind = resource.kind
        filename = resource.filename
        contentType = resource.contentType
        byteCount = resource.stamp.size
    }
}
