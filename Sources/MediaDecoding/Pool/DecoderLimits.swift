/// How much time and memory a file may cost.
public struct DecoderLimits: Sendable {
    /// How long the metadata of one file may take: a video whose index lies at the end of a slow network disk.
    public var metadataDeadline: Duration
    /// How long one picture may take: 200 megapixels, or an AVIF to be encoded on a busy machine.
    public var renderDeadline: Duration
    /// Private memory of a decoder process in bytes: the pixels of a 200-megapixel HEIC, twice.
    public var memory: Int

    /// Makes limits.
    public init(metadataDeadline: Duration, renderDeadline: Duration, memory: Int) {
        self.metadataDeadline = metadataDeadline
        self.renderDeadline = renderDeadline
        self.memory = memory
    }

    /// What fits pictures and videos of today's cameras.
    public static let standard = DecoderLimits(
        metadataDeadline: .seconds(10), renderDeadline: .seconds(20), memory: 1536 << 20)
}
