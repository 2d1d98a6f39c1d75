/// Reads metadata and renders pictures.
public protocol MediaDecoder: Sendable {
    /// Reads what files say of themselves; one result for each file, in the order of `files`.
    func metadata(of files: [MediaFile]) async -> [Result<MediaMetadata, DecodeFailure>]

    /// Renders one picture of a file: a photo, the poster frame of a video, the preview of a RAW.
    ///
    /// Goes before metadata that waits, but where the ticket says that it is for the background. Cancelling the task
    /// drops a render that has not started, and stops one that takes long.
    func render(
        _ file: MediaFile, _ request: RenderRequest, _ ticket: RenderTicket
    ) async throws(DecodeFailure) -> RenderedImage
}

extension MediaDecoder {
    /// Renders one picture that somebody waits for.
    public func render(_ file: MediaFile, _ request: RenderRequest) async throws(DecodeFailure) -> RenderedImage {
        try await render(file, request, RenderTicket())
    }
}
