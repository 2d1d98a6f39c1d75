import PhotoLibrary
import Platform
import Synchronization

/// Tells those who watch of the index's progress and of roots that come and go.
///
/// Looks at the status a few times a second as long as somebody watches, and not at all else.
final class StatusFeed: Sendable {
    /// A person sees progress move, and nobody is flooded.
    private static let interval = Duration.milliseconds(250)

    private struct State {
        var watchers = 0
        var index: [UInt8] = []
        var roots: [UInt8] = []
    }

    private let state = Mutex(State())
    private let signal = VersionSignal(0)
    private let services: Services

    init(services: Services) { self.services = services }

    /// The messages of now.
    var messages: (index: [UInt8], roots: [UInt8]) {
        let status = services.status()
        var index = JSONWriter(capacity: 128)
        index.beginObject()
        index.key("type")
        index.value("index")
        index.members(ofIndex: status, assetCount: services.library.snapshot.assetCount)
        index.endObject()
        var roots = JSONWriter()
        roots.beginObject()
        roots.key("type")
        roots.value("roots")
        roots.key("roots")
        roots.beginArray()
        for root in status.roots { roots.value(root) }
        roots.endArray()
        roots.endObject()
        return (index.bytes, roots.bytes)
    }

    /// Calls `tell` with the messages of now, and again with each that changes, until the task is cancelled.
    func watch(_ tell: (_ message: [UInt8]) async throws -> Void) async throws {
        let isFirst = state.withLock { state in
            state.watchers += 1
            return state.watchers == 1
        }
        defer { state.withLock { $0.watchers -= 1 } }
        if isFirst { Task { await look() } }
        var last: (index: [UInt8], roots: [UInt8]) = ([], [])
        while !Task.isCancelled {
            let version = signal.version
            let now = messages
            if now.roots != last.roots { try await tell(now.roots) }
            if now.index != last.index { try await tell(now.index) }
            last = now
            await signal.wait(after: version)
        }
    }

    private func look() async {
        while state.withLock({ $0.watchers > 0 }) {
            let now = messages
            let isNew = state.withLock { state in
                defer { (state.index, state.roots) = now }
                return state.index != now.index || state.roots != now.roots
            }
            if isNew { signal.send(signal.version + 1) }
            try? await Task.sleep(for: Self.interval)
        }
    }
}
