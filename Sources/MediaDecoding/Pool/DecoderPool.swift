public import Platform

/// Decoder processes that read metadata and render pictures, so that a hostile file costs a process, never the server.
public final class DecoderPool: MediaDecoder {
    /// Makes a pool; its processes start with the first work.
    /// - Parameters:
    ///   - executable: absolute path of the `contactsheet` binary, which is started with the argument `decode`.
    ///   - width: number of processes; the number of cores where it is nil.
    ///   - log: is told of every file that crashed or hung a decoder.
    public init(executable: FileName, width: Int? = nil, log: Log) {
    }

    /// Ends the processes; work that waits or comes later fails with `cancelled`.
    public func stop() {}

    /// See ``MediaDecoder``.
    public func metadata(of files: [MediaFile]) async -> [Result<MediaMetadata, DecodeFailure>] {
        files.map { _ in .failure(DecodeFailure(.unsupported, "no decoder yet")) }
    }

    /// See ``MediaDecoder``.
    public func render(_ file: MediaFile, _ request: RenderRequest) async throws(DecodeFailure) -> RenderedImage {
        throw DecodeFailure(.unsupported, "no decoder yet")
    }
}
