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
        case .sidecar: return try SidecarReader.read(content)
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
            let (loaded, fields) = fields(bytes, format: format)
            if let header { metadata.frameCount = header.frameCount }
            let size = header?.size ?? loaded?.size ?? otherSize(bytes, format: format, fields: fields)
            let stored = try check(size, format: format, metadata: &metadata)
            if let fields {
                take(fields, into: &metadata)
                metadata.motionVideo = MotionVideo.find(in: bytes, xmp: fields.xmpPacket, isHEIF: format.isHEIF)
                if let video = metadata.motionVideo {
                    ContainerMetadata.readTracks(of: video, content, into: &metadata)
                }
            }
            metadata.orientation = orientation(format: format, fields: fields)
            let isAside = metadata.orientation > 4
            metadata.pixelSize = isAside ? PixelSize(width: stored.height, height: stored.width) : stored
            metadata.evidence += orientationEvidence(format: format, fields: fields)
            if let thumbnail = fields?.thumbnail, !thumbnail.isEmpty, !format.isTurnedByDecoder {
                metadata.details[.thumbHash] = thumbnail.withUnsafeBytes {
                    Placeholder.make(embedded: $0, in: stored, orientation: metadata.orientation)
                }
            }
            if format.isHEIF, let thumbnail = EmbeddedThumbnail.open(heif: bytes, in: stored) {
                metadata.details[.thumbHash] = Placeholder.make(thumbnail)
            }
            metadata.traits.formUnion(traits(format: format, fields: fields, metadata: metadata))
            metadata.details[.bitDepth] = (header?.bitDepth ?? loaded?.bitDepth).map(Double.init)
            metadata.takeDetails(of: fields)
            if let profile = loaded?.colorProfile { metadata.details[.colorSpace] = profile }
            return metadata
        }
    }

    /// Finds the video in the file of a motion photo; nil where there is none.
    static func motionVideo(_ content: FileContent) throws(DecodeFailure) -> Range<Int64>? {
        let format = content.format
        return try content.withBytes { bytes throws(DecodeFailure) in
            fields(bytes, format: format).fields.flatMap {
                MotionVideo.find(in: bytes, xmp: $0.xmpPacket, isHEIF: format.isHEIF)
            }
        }
    }

    private static func fields(
        _ bytes: UnsafeRawBufferPointer, format: MediaFormat
    ) -> (loaded: LoadedHeader?, fields: MetadataFields?) {
        // libheif and libjxl know where the blocks are and which way is up; exiv2 0.27 does not always.
        let loaded = format.isTurnedByDecoder ? loadHeader(bytes, format: format) : nil
        return (loaded, loaded?.fields ?? MetadataFields(bytes))
    }

    /// What libvips knows of a picture.
    private struct LoadedHeader {
        let size: PixelSize
        let fields: MetadataFields
        let bitDepth: Int?
        let colorProfile: String?
    }

    private static func loadHeader(_ bytes: UnsafeRawBufferPointer, format: MediaFormat) -> LoadedHeader? {
        guard let picture = VipsPicture(header: bytes) else { return nil }
        var fields = picture.fields
        if format == .jxl {
            // libvips does not look for the boxes behind the codestream.
            let boxes = TopLevelBoxes(bytes)
            fields = boxes.exif.withUnsafeBytes { exif in
                boxes.xmp.withUnsafeBytes { MetadataFields(exif: exif, xmp: $0) }
            }
        }
        return LoadedHeader(
            size: picture.size, fields: fields, bitDepth: picture.bitDepth, colorProfile: picture.profileName)
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

    /// What is known of the orientation: the format's own turn counts alone where it has one.
    private static func orientationEvidence(format: MediaFormat, fields: MetadataFields?) -> [Evidence] {
        guard let fields else { return [] }
        let candidates = [("exif:Orientation", fields[.orientation]), ("xmp:Orientation", fields[.xmpOrientation])]
        var isAnswered = format.isTurnedByDecoder
        return candidates.compactMap { source, value in
            guard let value else { return nil }
            let isSound = Int(value).map { (1...8).contains($0) } ?? false
            defer { isAnswered = true }
            return Evidence(
                answer: "orientation", source: source, value: value,
                outcome: isAnswered ? .outranked : isSound ? .used : .refused)
        }
    }

    private static func location(_ fields: MetadataFields, evidence: inout [Evidence]) -> MediaMetadata.Location? {
        func joined(_ fields: [String?]) -> String? {
            let texts = fields.compactMap(\.self)
            return texts.isEmpty ? nil : texts.joined(separator: ", ")
        }
        let exif = MediaMetadata.Location(exif: fields)
        let xmp = MediaMetadata.Location(xmpLatitude: fields[.xmpLatitude], longitude: fields[.xmpLongitude])
        let candidates = [
            (
                "exif:GPS",
                joined([
                    fields[.latitude], fields[.latitudeReference], fields[.longitude],
                    fields[.longitudeReference],
                ]), exif
            ),
            ("xmp:GPS", joined([fields[.xmpLatitude], fields[.xmpLongitude]]), xmp),
        ]
        for (source, value, location) in candidates {
            guard let value else { continue }
            let isUsed = location != nil && (source == "exif:GPS" || exif == nil)
            evidence.append(
                Evidence(
                    answer: "location", source: source, value: value,
                    outcome: location == nil ? .refused : isUsed ? .used : .outranked))
        }
        return exif ?? xmp
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

    /// Takes over what texts say.
    static func take(_ fields: MetadataFields, into metadata: inout MediaMetadata) {
        if fields.picture.is_damaged == 1 {
            metadata.problems.append(
                MediaMetadata.Problem(code: "metadataDamaged", detail: "a part of the metadata can't be read"))
        }
        var evidence: [Evidence] = []
        metadata.captureDate = CaptureDateFinder.find(fields, evidence: &evidence)
        metadata.location = location(fields, evidence: &evidence)
        func text(_ answer: String, _ candidates: (String, MetadataFields.Field)...) -> String? {
            evidence.first(answer, of: candidates.map { ($0.0, fields[$0.1]) }) { $0 }
        }
        metadata.cameraMake = text("camera.make", ("exif:Make", .make), ("xmp:Make", .xmpMake))
        metadata.cameraModel = text("camera.model", ("exif:Model", .model), ("xmp:Model", .xmpModel))
        metadata.lens = text("camera.lens", ("exif:LensModel", .lens), ("xmp:Lens", .xmpLens))
        metadata.title = text("title", ("xmp:title", .xmpTitle), ("iptc:ObjectName", .iptcTitle))
        metadata.caption = text(
            "description", ("xmp:description", .xmpDescription), ("iptc:Caption", .iptcCaption),
            ("exif:ImageDescription", .description))
        metadata.keywords = fields.keywords
        metadata.exposureTime = fields[.exposureTime].flatMap(MetadataText.rational)
        let note = AppleMakerNote(fields.makerNote)
        metadata.contentIdentifier = note.contentIdentifier
        metadata.burstIdentifier = note.burstIdentifier
        metadata.rating = evidence.first(
            "rating", of: [("xmp:Rating", fields[.xmpRating]), ("exif:Rating", fields[.rating])]
        ) { text in Double(text).flatMap { $0 == -1 || (1...5).contains($0) ? Int($0) : nil } }
        metadata.evidence = evidence
    }
}
