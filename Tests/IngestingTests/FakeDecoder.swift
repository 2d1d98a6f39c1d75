import MediaDecoding
import Platform
import Synchronization

/// Reads files without decoding them: a file that starts with `bad` is damaged, all others are pictures, but that a file
/// which starts with `facts` says itself what it is, see `FakeFacts`.
final class FakeDecoder: MediaDecoder {
    private struct State {
        var names: [String] = []
        var beforeOpening: (@Sendable (String) throws -> Void)?
        var afterReading: (@Sendable (String) throws -> Void)?
        var limit = Int.max
    }

    private let state = Mutex(State())

    /// The names of all files that were read, in order.
    var names: [String] { state.withLock { $0.names } }

    /// Does something to the disk just before a file is opened, and just after it was read.
    func meddle(
        beforeOpening: (@Sendable (String) throws -> Void)? = nil,
        afterReading: (@Sendable (String) throws -> Void)? = nil
    ) {
        state.withLock {
            $0.beforeOpening = beforeOpening
            $0.afterReading = afterReading
        }
    }

    /// Fails as a stopped decoder does after so many more files.
    func stop(after count: Int?) { state.withLock { $0.limit = count ?? .max } }

    func metadata(of files: [MediaFile]) async -> [Result<MediaMetadata, DecodeFailure>] { files.map { read($0) } }

    private func read(_ file: MediaFile) -> Result<MediaMetadata, DecodeFailure> {
        let current = state.withLock { state -> State? in
            guard state.limit > 0 else { return nil }
            if state.limit != .max { state.limit -= 1 }
            state.names.append(file.name)
            return state
        }
        guard let current else { return .failure(DecodeFailure(.cancelled, "stopped")) }
        do {
            try current.beforeOpening?(file.name)
            let opened = try file.open()
            let size = try opened.status().stamp.size
            let head = try opened.read(count: 3, at: 0)
            let fingerprint = try Fingerprint.compute(opened, size: size)
            try current.afterReading?(file.name)
            if head == Array("bad".utf8) { return .failure(DecodeFailure(.damaged, "it says so itself")) }
            var metadata = MediaMetadata(contentType: "image/jpeg", kind: .image, fingerprint: fingerprint)
            if head == Array("fac".utf8) { try FakeFacts(opened.read(count: 200, at: 0))?.apply(to: &metadata) }
            return .success(metadata)
        } catch {
            return .failure(DecodeFailure(.unreadable, "\(error)"))
        }
    }

    func render(
        _ file: MediaFile, _ request: RenderRequest, _ ticket: RenderTicket
    ) async throws(DecodeFailure) -> RenderedImage {
        throw DecodeFailure(.unsupported, "not here")
    }
}
