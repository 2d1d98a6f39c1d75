import PhotoLibrary
import Platform

extension JSONWriter {
    /// Writes what only a look at one asset needs; the fields stand in `openapi.yaml`, schema `Details`.
    mutating func details(of asset: Asset) {
        let details = asset.details
        beginObject()
        key("creationInstant")
        value(asset.captureDate?.time.instant?.rfc3339)
        key("creationDatePrecision")
        value(details[.datePrecision])
        key("direction")
        value(details[.direction])
        key("software")
        value(details[.software])
        key("exposureTime")
        value(asset.exposureTime)
        key("fNumber")
        value(details[.fNumber])
        key("isoSpeed")
        value(details[.isoSpeed])
        key("focalLength")
        value(details[.focalLength])
        key("colorSpace")
        value(details[.colorSpace])
        key("bitDepth")
        value(details[.bitDepth].flatMap { Int(exactly: $0) })
        key("hdr")
        value(details[.hdr])
        key("frameCount")
        value(details[.frameCount].flatMap { Int(exactly: $0) })
        key("projection")
        value(details[.projection])
        key("pixelAspectRatio")
        value(details[.pixelAspect])
        key("regions")
        beginArray()
        for region in details.regions { value(region) }
        endArray()
        endObject()
    }

    private mutating func value(_ region: MediaRegion) {
        beginObject()
        key("type")
        value(region.type)
        key("name")
        value(region.name)
        for (name, part) in [("x", region.x), ("y", region.y), ("width", region.width), ("height", region.height)] {
            key(text: name)
            value(part)
        }
        endObject()
    }
}
