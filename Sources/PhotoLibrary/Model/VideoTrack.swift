/// What is known of a video's tracks, in FFmpeg's words.
public struct VideoTrack: Hashable, Sendable {
    /// The codec of the pictures, such as `hevc`.
    public var codec: String?
    /// The codec of the sound; nil where there is none.
    public var audioCodec: String?
    /// How pixels are stored, such as `yuv420p`.
    public var pixelFormat: String?
    /// Frames that are shown in a second, on average.
    public var frameRate: Double?
    /// Frames that the camera took in a second, where the file says so.
    public var captureRate: Double?

    /// Makes a description.
    public init(
        codec: String? = nil, audioCodec: String? = nil, pixelFormat: String? = nil, frameRate: Double? = nil,
        captureRate: Double? = nil
    ) {
        self.codec = codec
        self.audioCodec = audioCodec
        self.pixelFormat = pixelFormat
        self.frameRate = frameRate
        self.captureRate = captureRate
    }
}
