import CExiv
import Platform

extension MediaMetadata {
    /// Takes over what only a look at one asset needs, once the rest is known.
    mutating func takeDetails(of fields: MetadataFields?) {
        if frameCount > 1 { details[.frameCount] = Double(frameCount) }
        if kind == .image, traits.contains(.hdr) { details[.hdr] = "gainMap" }
        details[.datePrecision] = captureDate.map { $0.time.nanosecond > 0 ? "fraction" : "second" }
        guard let fields else { return }
        if isDayAlone(fields) { details[.datePrecision] = "day" }
        details[.software] = fields[.software]
        details[.fNumber] = fields[.fNumber].flatMap(MetadataText.rational)
        details[.isoSpeed] = fields[.isoSpeed]?.split(separator: " ").first.flatMap {
            MetadataText.rational(String($0))
        }
        details[.focalLength] = fields[.focalLength].flatMap(MetadataText.rational)
        details[.direction] = fields[.direction].flatMap(MetadataText.rational).flatMap { $0 < 360 ? $0 : nil }
        details[.colorSpace] = fields.colorProfile ?? fields[.colorSpace].flatMap { Self.colorSpaces[$0] }
        details.regions = RegionReader.regions(
            fields.regions, orientation: fields[.orientation].flatMap { Int($0) } ?? orientation)
        if fields.picture.is_panorama == 1 {
            let packet = String(decoding: fields.xmpPacket, as: UTF8.self)
            details[.projection] = ["equirectangular", "cylindrical", "cubic"].first { packet.contains($0) }
        }
    }

    /// What EXIF ColorSpace says.
    private static let colorSpaces = ["1": "sRGB", "2": "Adobe RGB (1998)"]
    /// `2018-07-05` has ten characters; times have more.
    private static let dayLength = 10

    private func isDayAlone(_ fields: MetadataFields) -> Bool {
        let text: String? =
            switch captureDate?.source {
            case "xmp:DateTimeOriginal": fields[.xmpDateOriginal]
            case "xmp:DateCreated": fields[.xmpDateCreated]
            case "xmp:CreateDate": fields[.xmpCreateDate]
            case "iptc:DateCreated" where fields[.iptcTime] == nil: fields[.iptcDate]
            default: nil
            }
        return text.map { $0.utf8.count <= Self.dayLength } ?? false
    }
}
