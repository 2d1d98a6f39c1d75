import CFFmpeg
import Platform

/// Reads what a video or a sound says of itself.
enum ContainerMetadata {
    static func read(_ content: FileContent, demuxer: String) throws(DecodeFailure) -> MediaMetadata {
        let (media, texts) = try probe(content.descriptor, 0..<content.size, demuxer: demuxer)
        guard media.has_video == 1 || media.has_audio == 1 else {
            throw DecodeFailure(.damaged, "neither video nor sound in the file")
        }
        let isVideo = media.has_video == 1
        let type = content.format.contentType
        var metadata = MediaMetadata(
            contentType: isVideo ? type : soundType(type), kind: isVideo ? .video : .audio,
            fingerprint: try content.fingerprint())
        metadata.frameCount = 0
        if isVideo, media.width > 0, media.height > 0 {
            metadata.pixelSize = PixelSize(width: Int(media.width), height: Int(media.height))
            metadata.details[.pixelAspect] = media.pixel_aspect == 1 ? nil : media.pixel_aspect
        }
        if media.duration >= 0 { metadata.duration = .microseconds(min(media.duration, longestDuration)) }
        if media.is_hdr != 0 {
            metadata.traits.insert(.hdr)
            metadata.details[.hdr] = media.is_hdr == 1 ? "pq" : "hlg"
        }
        take(texts, demuxer: demuxer, into: &metadata)
        metadata.takeTracks(media, texts)
        return metadata
    }

    /// Reads of which kind the tracks of a video are that is a part of a file.
    ///
    /// One that can't be read has tracks of no kind that is known.
    static func readTracks(of part: Range<Int64>, _ content: FileContent, into metadata: inout MediaMetadata) {
        guard let (media, texts) = try? probe(content.descriptor, part, demuxer: "mov") else { return }
        metadata.takeTracks(media, texts)
    }

    private static func probe(
        _ descriptor: FileDescriptor.Box, _ part: Range<Int64>, demuxer: String
    ) throws(DecodeFailure) -> (media: cffmpeg_media, texts: [String?]) {
        var texts = [String?](repeating: nil, count: Int(CFFMPEG_FIELD_COUNT.rawValue))
        var media = cffmpeg_media()
        let code = withUnsafeMutablePointer(to: &texts) { texts in
            cffmpeg_probe(
                descriptor.descriptor.number, part.lowerBound, part.upperBound - part.lowerBound, demuxer, &media,
                { context, field, text in
                    guard let texts = context?.assumingMemoryBound(to: [String?].self), let text else { return }
                    texts.pointee[Int(field.rawValue)] = MetadataText.clean(String(cString: text))
                }, texts)
        }
        guard code == 0 else { throw DecodeFailure(.damaged, describe(code)) }
        return (media, texts)
    }

    /// A year in microseconds: more is damage.
    private static let longestDuration: Int64 = 366 * 24 * 3600 * 1_000_000

    /// Frames a second: more is damage.
    fileprivate static let fastest = 100_000.0

    private static func take(_ texts: [String?], demuxer: String, into metadata: inout MediaMetadata) {
        func text(_ field: cffmpeg_field) -> String? { texts[Int(field.rawValue)] }
        let header = demuxer == "mov" ? "quicktime:MovieHeader" : "container:CreationTime"
        let dates = [
            (source: "quicktime:CreationDate", value: text(CFFMPEG_CREATION_DATE)),
            (source: header, value: text(CFFMPEG_CREATION_TIME)),
        ]
        metadata.evidence = []
        let time = metadata.evidence.first("creationDate", of: dates) { WallTime(parsing: $0) }
        let source = metadata.evidence.first { $0.outcome == .used }?.source
        if let time, let source { metadata.captureDate = MediaMetadata.CaptureDate(time: time, source: source) }
        metadata.location = metadata.evidence.first(
            "location", of: [("quicktime:Location", text(CFFMPEG_LOCATION))]
        ) { MediaMetadata.Location(iso6709: $0) }
        metadata.cameraMake = text(CFFMPEG_MAKE)
        metadata.cameraModel = text(CFFMPEG_MODEL)
        metadata.title = text(CFFMPEG_TITLE)
        metadata.caption = text(CFFMPEG_DESCRIPTION)
        metadata.contentIdentifier = text(CFFMPEG_CONTENT_IDENTIFIER)
        metadata.takeDetails(of: nil)
        if text(CFFMPEG_AUTHOR) == "ReplayKitRecording" { metadata.traits.insert(.screenRecording) }
    }

    /// The type of a container that holds only sound.
    private static func soundType(_ type: String) -> String {
        switch type {
        case "video/mp4", "video/quicktime": "audio/mp4"
        case "video/x-ms-wmv": "audio/x-ms-wma"
        default: type.hasPrefix("video/") ? "audio/" + type.dropFirst("video/".count) : type
        }
    }

    /// FFmpeg's words for an error.
    static func describe(_ code: CInt) -> String {
        var text = [CChar](repeating: 0, count: 128)
        cffmpeg_describe(code, &text, text.count)
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension MediaMetadata {
    /// Takes over what is known of a video's tracks.
    fileprivate mutating func takeTracks(_ media: cffmpeg_media, _ texts: [String?]) {
        func text(_ field: cffmpeg_field) -> String? { texts[Int(field.rawValue)] }
        func rate(_ frames: Double?) -> Double? {
            frames.flatMap { 0 < $0 && $0 <= ContainerMetadata.fastest ? $0 : nil }
        }
        codec = text(CFFMPEG_CODEC)
        audioCodec = text(CFFMPEG_AUDIO_CODEC)
        pixelFormat = text(CFFMPEG_PIXEL_FORMAT)
        frameRate = rate(media.frame_rate)
        captureRate = rate(text(CFFMPEG_CAPTURE_RATE).flatMap { Double($0) })
    }
}
