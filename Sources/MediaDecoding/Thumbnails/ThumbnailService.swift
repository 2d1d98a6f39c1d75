public import Platform

/// Gives thumbnails from memory, from disk, or by rendering them once for any number of callers.
public final class ThumbnailService: Sendable {
    /// Opens the store, making its directory where it is missing.
    /// - Parameters:
    ///   - directory: absolute path of the folder that holds the thumbnails.
    ///   - byteLimit: how much disk they may take.
    ///   - memoryLimit: how many bytes of them are held in memory.
    ///   - log: is told where the disk refuses them.
    public init(
        directory: FileName, byteLimit: Int64, memoryLimit: Int = 64 << 20, log: Log
    ) throws(SystemError) {
    }

    /// Gives a thumbnail that is in memory, at once; fit for an event loop.
    public func cached(_ key: ThumbnailKey) -> RenderedImage? { nil }

    /// Gives a thumbnail, rendering it where neither memory nor disk has it.
    ///
    /// Callers that ask for one key at the same time share one render, which is cancelled when the last of them is.
    /// A lasting failure is remembered with the content tag and given again without work.
    /// - Throws: what `render` throws; `cancelled` where the caller's task is.
    public func thumbnail(
        for key: ThumbnailKey, render: @escaping @Sendable () async throws(DecodeFailure) -> RenderedImage
    ) async throws(DecodeFailure) -> RenderedImage {
        try await render()
    }
}
