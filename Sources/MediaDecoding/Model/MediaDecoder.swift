/// Reads metadata and renders pictures.
public protocol MediaDecoder: Sendable {
    /// Reads what files say of themselves; one result for each file, in the order of `files`.
    func metadata(of files: [MediaFile]) async -> [Result<MediaMetadata, DecodeFailure>]

    /// Renders one picture of a file: a photo, the poster frame of a video, the preview of a RAW.
    ///
    /// Goes before metadata that waits. Cancelling the task drops a render that has not started.
    func render(_ file: MediaFile, _ request: RenderRequest) async throws(DecodeFailure) -> RenderedImage
}
