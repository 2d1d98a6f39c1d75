import PhotoLibrary
import Platform

extension JSONWriter {
    /// Writes a collection as clients see it; the fields stand in `openapi.yaml`, schema `Collection`.
    mutating func value(_ collection: AssetCollection, thumbnailURL: String?) {
        beginObject()
        key("id")
        value(collection.id.description)
        key("type")
        value(collection.kind.rawValue)
        key("subtype")
        value(collection.subtype)
        key("title")
        value(collection.title.english)
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

extension AssetCollection.Title {
    /// The title in English.
    var english: String {
        switch self {
        case .verbatim(let name): name
        case .localized(let key): Self.words[key] ?? key
        }
    }

    private static let words = [
        "userLibrary": "All Photos", "recentlyAdded": "Recently Added", "videos": "Videos", "animated": "Animated",
        "raw": "RAW",
        "panoramas": "Panoramas",
    ]
}

extension CollectionSection.Kind {
    /// The section's title in English.
    var title: String {
        switch self {
        case .all: "Library"
        case .smart: "Media Types"
        case .user: "Folders"
        }
    }
}
