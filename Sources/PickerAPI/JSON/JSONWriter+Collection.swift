import PhotoLibrary
import Platform

extension JSONWriter {
    /// Writes a collection as clients see it; the fields stand in `openapi.yaml`, schema `Collection`.
    mutating func value(_ collection: AssetCollection, thumbnailURL: String?, in language: Language) {
        beginObject()
        key("id")
        value(collection.id.description)
        key("type")
        value(collection.kind.rawValue)
        key("subtype")
        value(collection.subtype)
        key("title")
        value(collection.title.text(in: language))
        key("assetCount")
        value(collection.assetCount)
        key("keyAssetID")
        value(collection.keyAssetID?.description)
        key("thumbnailURL")
        value(thumbnailURL)
        key("startDate")
        value(collection.startDate?.rfc3339)
        key("endDate")
        value(collection.endDate?.rfc3339)
        key("canPerform")
        beginArray()
        for operation in collection.operations { value(operation.rawValue) }
        endArray()
        key("parentID")
        value(collection.parentID?.description)
        endObject()
    }
}
