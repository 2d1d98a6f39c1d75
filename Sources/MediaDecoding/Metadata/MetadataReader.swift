import CExiv
import Platform

/// Reads what one file says of itself.
enum MetadataReader {
    /// The longest side, in pixels, of what is taken for a picture at all.
    private static let longestSide = 1_000_000

    /// Reads the metadata of an open file.
    static func read(_ descriptor: FileDescriptor.Box) throws(DecodeFailure) -> MediaMetadata {
        let content = try FileContent(descriptor)
        switch content.format {
        case .container(_, let demuxer): return try ContainerMetadata.read(content, demuxer: demuxer)
        case .unsupported(let contentType):
            throw DecodeFailure(.unsupported, "\(contentType) is not decoded")
        default: return try picture(content)
        }
    }

    private static func picture(_ content: FileContent) throws(DecodeFailure) -> MediaMetadata {
        let format = content.format
        let fingerprint = try content.fingerprint()
        return try content.withBytes { bytes throws(DecodeFailure) in
            var metadata = MediaMetadata(contentType: format.contentType, kind: .image, fingerprint: fingerprint)
            let header = PictureHeader(bytes, format: format)
            // libheif and libjxl know where the blocks are and which way is up; exiv2 0.27 does not always.
            let loaded = format.isTurnedByDecoder ? loadHeader(bytes, format: format) : nil
            let fields = loaded?.fields ?? MetadataFields(bytes)
            if let header { metadata.frameCount = header.frameCount }
            let size = header?.size ?? loaded?.size ?? otherSize(bytes, format: format, fields: fields)
            let stored = try check(size, format: format, metadata: &metadata)
            if let fields {
                take(fields, into: &metadata)
                metadata.motionVideo = MotionVideo.find(in: bytes, xmp: fields.xmpPacket, isHEIF: format.isHEIF)
            }
            metadata.orientation = orientation(format: format, fields: fields)
            let isAside = metadata.orientation > 4
            metadata.pixelSize = isAside ? PixelSize(width: stored.height, height: stored.width) : stored
            metadata.traits.formUnion(traits(format: format, fields: fields, metadata: metadata))
            return metadata
        }
    }

    private static func loadHeader(
        _ bytes: UnsafeRawBufferPointer, format: MediaFormat
    ) -> (size: PixelSize, fields: MetadataFields)? {
        guard let picture = VipsPicture(header: bytes) else { return nil }
        guard format == .jxl else { return (picture.size, picture.fields) }
        // libvips does not look for the boxes behind the codestream.
        let boxes = TopLevelBoxes(bytes)
        return (picture.size, MetadataFields(exif: boxes.exif, xmp: boxes.xmp))
    }

    /// The size before orientation where no header told: exiv2 knows a RAW file's, libvips a TIFF's.
    private static func otherSize(
        _ bytes: UnsafeRawBufferPointer, format: MediaFormat, fields: MetadataFields?
    ) -> PixelSize? {
        switch format {
        case .raw: fields.map { PixelSize(width: Int($0.picture.width), height: Int($0.picture.height)) }
        case .tiff: VipsPicture(header: bytes)?.size
        default: nil
        }
    }

    private static func check(
        _ size: PixelSize?, format: MediaFormat, metadata: inout MediaMetadata
    ) throws(DecodeFailure) -> PixelSize {
        guard let size, size.width > 0, size.height > 0, max(size.width, size.height) <= longestSide else {
            throw DecodeFailure(.damaged, "no picture in the file, which starts as \(metadata.contentType)")
        }
        if size.width * size.height > PictureRenderer.mostPixels(in: format) {
            let detail = "\(size.width) × \(size.height) pixels are more than are decoded"
            metadata.problems.append(MediaMetadata.Problem(code: "tooLarge", detail: detail))
        }
        return size
    }

    /// EXIF, then XMP; 1 where neither makes sense, and where decoding turns the picture by the format's own rules.
    private static func orientation(format: MediaFormat, fields: MetadataFields?) -> Int {
        if format.isTurnedByDecoder { return 1 }
        guard let fields else { return 1 }
        // A value that makes no sense still is the camera's word: XMP is asked only where EXIF says nothing.
        let value = (fields[.orientation] ?? fields[.xmpOrientation]).flatMap { Int($0) } ?? 1
        return (1...8).contains(value) ? value : 1
    }

    private static func traits(
        format: MediaFormat, fields: MetadataFields?, metadata: MediaMetadata
    ) -> MediaMetadata.Traits {
        var traits: MediaMetadata.Traits = []
        if metadata.frameCount > 1 { traits.insert(.animated) }
        if case .raw = format { traits.insert(.raw) }
        if fields?.picture.has_gain_map == 1 { traits.insert(.hdr) }
        let comment = fields?.first(.userComment, .xmpUserComment)
        if comment?.hasSuffix("Screenshot") == true { traits.insert(.screenshot) }
        if fields?.picture.has_depth == 1 || portraits.contains(fields?[.customRendered] ?? "") {
            traits.insert(.depthEffect)
        }
        let sides = metadata.pixelSize.map { [$0.width, $0.height].sorted() } ?? [0, 0]
        let isWide = sides[1] >= 1000 && sides[1] >= 2 * sides[0] && metadata.frameCount == 1
        if isWide || fields?.picture.is_panorama == 1 { traits.insert(.panorama) }
        return traits
    }

    /// What Apple writes as CustomRendered (EXIF 0xA401) of portraits, with and without HDR.
    private static let portraits: Set<String> = ["7", "8"]

    private static func take(_ fields: MetadataFields, into metadata: inout MediaMetadata) {
        if fields.picture.is_damaged == 1 {
            metadata.problems.append(
                MediaMetadata.Problem(code: "metadataDamaged", detail: "a part of the metadata can't be read"))
        }
        metadata.captureDate = captureDate(fields)
        metadata.location =
            MediaMetadata.Location(exif: fields)
            ?? MediaMetadata.Location(xmpLatitude: fields[.xmpLatitude], longitude: fields[.xmpLongitude])
        metadata.cameraMake = fields.first(.make, .xmpMake)
        metadata.cameraModel = fields.first(.model, .xmpModel)
        metadata.lens = fields.first(.lens, .xmpLens)
        metadata.title = fields.first(.xmpTitle, .iptcTitle)
        metadata.caption = fields.first(.xmpDescription, .iptcCaption, .description)
        metadata.keywords = fields.keywords
        metadata.exposureTime = fields[.exposureTime].flatMap(MetadataText.rational)
        let note = AppleMakerNote(fields.makerNote)
        metadata.contentIdentifier = note.contentIdentifier
        metadata.burstIdentifier = note.burstIdentifier
        let stars = fields.first(.xmpRating, .rating).flatMap { Double($0) } ?? 0
        if stars == -1 || (1...5).contains(stars) { metadata.rating = Int(stars) }
    }

    /// The first field, in this order, that holds a date.
    private static func captureDate(_ fields: MetadataFields) -> MediaMetadata.CaptureDate? {
        func date(_ source: String, _ text: String?, _ fraction: String? = nil, _ offset: String? = nil)
            -> MediaMetadata.CaptureDate?
        {
            guard let text, let time = WallTime(parsing: text, fraction: fraction, offset: offset) else { return nil }
            return MediaMetadata.CaptureDate(time: time, source: source)
        }
        return date(
            "exif:DateTimeOriginal", fields[.dateOriginal], fields[.subsecondOriginal], fields[.offsetOriginal])
            ?? date(
                "exif:DateTimeDigitized", fields[.dateDigitized], fields[.subsecondDigitized],
                fields[.offsetDigitized])
            ?? date("xmp:DateTimeOriginal", fields[.xmpDateOriginal])
            ?? date("xmp:DateCreated", fields[.xmpDateCreated])
            ?? date("xmp:CreateDate", fields[.xmpCreateDate])
            ?? date("iptc:DateCreated", fields[.iptcDate].map { $0 + (fields[.iptcTime].map { "T" + $0 } ?? "") })
    }
}
