import PhotoLibrary
import Platform
import Synchronization

/// Tells those who watch of the index's progress and of roots that come and go.
///
/// Looks at the status a few times a second as long as somebody watches, once for all of them, and not at all else.
final class StatusFeed: Sendable {
    /// A person sees progress move, and nobody is flooded.
    private static let interval = Duration.milliseconds(250)

    /// What there is to tell.
    private struct Messages: Equatable {
        var index: [UInt8] = []
        var roots: [UInt8] = []
    }

    private struct State {
        var watcherCount = 0
        var isLooking = false
        var messages = Messages()
    }

    private let state = Mutex(State())
    private let signal = VersionSignal(0)
    private let services: Services

    init(services: Services) { self.services = services }

    /// Calls `tell` with the messages of now, and again with each that changes, until the task is cancelled.
    func watch(_ tell: (_ message: [UInt8]) async throws -> Void) async throws {
        let startsLooking = state.withLock { state in
            state.watcherCount += 1
            defer { state.isLooking = true }
            return !state.isLooking
        }
        defer { state.withLock { $0.watcherCount -= 1 } }
        if startsLooking {
            refresh()
            Task { await look() }
        }
        var told = Messages()
        while !Task.isCancelled {
            let version = signal.version
            let now = state.withLock { $0.messages }
            if now.roots != told.roots { try await tell(now.roots) }
            if now.index != told.index { try await tell(now.index) }
            told = now
            await signal.wait(after: version)
        }
    }

    private func look() async {
        while goesOn() {
            refresh()
            try? await Task.sleep(for: Self.interval)
        }
    }

    private func refresh() {
        let now = messages
        let isNew = state.withLock { state in
            defer { state.messages = now }
            return state.messages != now
        }
        if isNew { signal.advance() }
    }

    private func goesOn() -> Bool {
        state.withLock { state in
            state.isLooking = state.watcherCount > 0
            return state.isLooking
        }
    }

    private var messages: Messages {
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
        return Messages(index: index.bytes, roots: roots.bytes)
    }
}
