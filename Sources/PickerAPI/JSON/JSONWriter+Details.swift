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
        endObject()
    }
}
