/// Whether browsers play a video as it is, and what has to be done with one that they don't.
///
/// Browsers play MP4 with H.264 of 8 bits in 4:2:0 and with AAC or MP3, and WebM with VP8, VP9 or AV1 and with Opus or
/// Vorbis, everywhere; of all else it depends on the system.
public struct Playability: Hashable, Sendable {
    /// What makes it a video that browsers play.
    public enum Conversion: Hashable, Sendable {
        /// Pictures and sound are put into another container as they are.
        case remux
        /// Only the sound is coded anew.
        case sound
        /// All is coded anew.
        case all
    }

    /// What has to be done; nil for what plays as it is.
    public let conversion: Conversion?
    /// Why it does not play as it is, for a person; nil for what does.
    public let reason: String?

    /// Judges a video by what was found in its file.
    /// - Parameters:
    ///   - contentType: media type of the container.
    ///   - videoCodec: FFmpeg's name of the codec, such as `h264`; nil where it is not known.
    ///   - audioCodec: the same for sound; nil for a silent video.
    ///   - pixelFormat: FFmpeg's name of how pixels are stored, such as `yuv420p`; nil where it is not known.
    public init(contentType: String, videoCodec: String?, audioCodec: String?, pixelFormat: String?) {
        let isWebM = contentType == "video/webm"
        let videoCodecs: Set<String> = isWebM ? ["vp8", "vp9", "av1"] : ["h264"]
        let audioCodecs: Set<String> = isWebM ? ["opus", "vorbis"] : ["aac", "mp3"]
        let hasPlainPixels = pixelFormat.map { ["yuv420p", "yuvj420p"].contains($0) } ?? true
        guard let videoCodec, videoCodecs.contains(videoCodec), hasPlainPixels || isWebM else {
            conversion = .all
            let detail = videoCodec.map { hasPlainPixels ? $0 : "\($0) in \(pixelFormat ?? "")" } ?? "an unknown codec"
            reason = "not every browser plays \(detail)"
            return
        }
        if let audioCodec, !audioCodecs.contains(audioCodec) {
            conversion = .sound
            reason = "not every browser plays sound in \(audioCodec)"
        } else if isWebM || contentType == "video/mp4" {
            conversion = nil
            reason = nil
        } else {
            conversion = .remux
            reason = "not every browser plays the container \(contentType)"
        }
    }
}
