import CExiv

/// The fields that exiv2 found in a picture, as text, and what it knows of the picture itself.
struct MetadataFields {
    /// The fields, in the order of `cexiv_field`.
    enum Field: UInt32 {
        case make, model, orientation, description, rating
        case dateOriginal, dateDigitized, subsecondOriginal, subsecondDigitized, offsetOriginal, offsetDigitized
        case lens
        case latitudeReference, latitude, longitudeReference, longitude, altitudeReference, altitude
        case xmpDateOriginal, xmpDateCreated, xmpCreateDate, xmpOrientation, xmpLatitude, xmpLongitude
        case xmpTitle, xmpDescription, xmpSubject, xmpRating, xmpMake, xmpModel, xmpLens
        case iptcDate, iptcTime, iptcTitle, iptcCaption, iptcKeyword
        case exposureTime, userComment, customRendered, xmpUserComment
        case software, fNumber, isoSpeed, focalLength, colorSpace, direction, gpsTime, gpsDate
    }

    /// The most keywords that are kept, and the most characters of each.
    private static let mostKeywords = 128
    private static let longestKeyword = 128

    private var texts = [String?](repeating: nil, count: Int(CEXIV_FIELD_COUNT.rawValue))
    /// Keywords of XMP and IPTC, each once.
    private(set) var keywords: [String] = []
    /// What XMP says of parts of the picture, see `RegionReader.regions`.
    private(set) var regions: [(path: String, value: String)] = []
    /// The maker's own data; empty where there are none.
    private(set) var makerNote: [UInt8] = []
    /// The XMP packet; empty where there is none.
    private(set) var xmpPacket: [UInt8] = []
    /// The JPEG in the Exif block; empty where there is none.
    private(set) var thumbnail: [UInt8] = []
    /// The name of the ICC profile; nil where there is none.
    private(set) var colorProfile: String?
    /// What exiv2 knows besides fields.
    private(set) var picture = cexiv_picture()

    /// Has exiv2 read a picture; nil where it does not know the format.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var picture = cexiv_picture()
        var code: CInt = 0
        self.init { code = cexiv_read(bytes.baseAddress, bytes.count, &picture, $0, $1) }
        guard code == 0 else { return nil }
        self.picture = picture
    }

    /// Has exiv2 read an Exif block and an XMP packet; either may be empty.
    init(exif: UnsafeRawBufferPointer, xmp: UnsafeRawBufferPointer) {
        var picture = cexiv_picture()
        self.init { cexiv_read_blocks(exif.baseAddress, exif.count, xmp.baseAddress, xmp.count, &picture, $0, $1) }
        self.picture = picture
    }

    private init(_ read: (@escaping cexiv_sink, UnsafeMutableRawPointer) -> Void) {
        withUnsafeMutablePointer(to: &self) { fields in
            read(
                { context, field, bytes, count in
                    guard let fields = context?.assumingMemoryBound(to: MetadataFields.self) else { return }
                    fields.pointee.take(field, UnsafeRawBufferPointer(start: bytes, count: count))
                }, fields)
        }
    }

    /// The text of a field; nil where it is missing or blank.
    subscript(field: Field) -> String? { texts[Int(field.rawValue)] }

    /// The first of `fields` that has a text.
    func first(_ fields: Field...) -> String? { fields.lazy.compactMap { self[$0] }.first }

    private mutating func take(_ field: cexiv_field, _ bytes: UnsafeRawBufferPointer) {
        if field == CEXIV_MAKER_NOTE { return makerNote = Array(bytes) }
        if field == CEXIV_XMP_PACKET { return xmpPacket = Array(bytes) }
        if field == CEXIV_THUMBNAIL { return thumbnail = Array(bytes) }
        if field == CEXIV_COLOR_PROFILE { return colorProfile = ColorProfile.name(bytes) }
        guard let text = MetadataText.text(bytes) else { return }
        if field == CEXIV_XMP_REGION {
            guard let equals = text.firstIndex(of: "=") else { return }
            return regions.append((String(text[..<equals]), String(text[equals...].dropFirst())))
        }
        if field == CEXIV_XMP_SUBJECT || field == CEXIV_IPTC_KEYWORD {
            let keyword = String(text.prefix(Self.longestKeyword))
            if keywords.count < Self.mostKeywords, !keywords.contains(keyword) { keywords.append(keyword) }
        } else if texts[Int(field.rawValue)] == nil {
            texts[Int(field.rawValue)] = text
        }
    }
}
