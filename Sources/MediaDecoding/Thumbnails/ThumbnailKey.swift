/// Names one thumbnail: the content it shows and how it was asked for.
public struct ThumbnailKey: Hashable, Sendable {
    /// Text that changes with the content, such as the fingerprint in hexadecimal.
    public let contentTag: String
    /// Size, mode, format and quality.
    public let request: RenderRequest

    /// Makes a key.
    public init(contentTag: String, request: RenderRequest) {
        self.contentTag = contentTag
        self.request = request
    }
}
