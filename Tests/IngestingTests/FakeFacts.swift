import MediaDecoding
import Platform

/// What the content of a file for the fake decoder says of it: words such as `facts video at=2024-05-01T12:00:00 serial`.
struct FakeFacts: Sendable {
    var isVideo = false
    var isRaw = false
    var time: String?
    /// A content identifier.
    var identifier: String?
    /// Tells files apart that say the same.
    var serial = 0

    var text: String {
        var words = ["facts"]
        if isVideo { words.append("video") }
        if isRaw { words.append("raw") }
        if let time { words.append("at=" + time) }
        if let identifier { words.append("id=" + identifier) }
        return (words + ["\(serial)"]).joined(separator: " ")
    }

    init(isVideo: Bool = false, isRaw: Bool = false, time: String? = nil, identifier: String? = nil, serial: Int = 0) {
        self.isVideo = isVideo
        self.isRaw = isRaw
        self.time = time
        self.identifier = identifier
        self.serial = serial
    }

    /// Reads `text`.
    init?(_ bytes: [UInt8]) {
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard words.first == "facts" else { return nil }
        isVideo = words.contains("video")
        isRaw = words.contains("raw")
        time = words.first { $0.hasPrefix("at=") }.map { String($0.dropFirst(3)) }
        identifier = words.first { $0.hasPrefix("id=") }.map { String($0.dropFirst(3)) }
    }

    func apply(to metadata: inout MediaMetadata) {
        if isVideo {
            metadata.kind = .video
            metadata.contentType = "video/quicktime"
            metadata.duration = .seconds(2)
        }
        metadata.contentIdentifier = identifier
        if isRaw { metadata.traits.insert(.raw) }
        metadata.captureDate = time.flatMap { WallTime(rfc3339: $0) }.map {
            MediaMetadata.CaptureDate(time: $0, source: "exif:DateTimeOriginal")
        }
    }
}
