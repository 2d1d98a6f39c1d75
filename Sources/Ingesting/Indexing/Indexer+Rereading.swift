import MediaDecoding
public import PhotoLibrary
import Platform
import Synchronization

extension Indexer {
    /// Reads an asset's main file again though it did not change, and returns once what it says is committed.
    /// - Throws: what the catalogue fails with.
    public func reread(_ asset: AssetID) async throws {
        _ = try await read(PendingPages(catalogue: library.catalogue, .listed([asset])), batches: 1)
    }

    /// Reads again, little by little beside all else, what an older reader read; whoever asks for other files waits for one
    /// batch at most.
    func rereadOutdated() async throws {
        let version = MediaMetadata.readerVersion
        rereading.withLock { $0 = Rereading(isRunning: true) }
        defer { rereading.withLock { $0.isRunning = false } }
        _ = try await read(PendingPages(catalogue: library.catalogue, .outdated(version)), batches: 1)
        let count = rereading.withLock { $0.done }
        if count > 0 { log.info("files that an older reader read were read again", ["files": count]) }
    }

    /// How far reading again is.
    struct Rereading: Sendable {
        var isRunning = false
        /// Files read again since it began.
        var done = 0
    }
}
