import HTTPServing
import PhotoLibrary
import Platform

/// Thumbnails that are made ahead of where a client is in a view.
extension ChangeSession {
    /// One view's window.
    struct Caching {
        let window: CachingWindow
        var request: CachingRequest
        /// What the client was told last.
        var told = CachingWindow.Progress()
        /// Tells the client how far it is.
        let follower: Task<Void, Never>

        /// Makes no more.
        func stop() {
            follower.cancel()
            Task { await window.stop() }
        }
    }

    /// How often a client is told how far its window is, at most.
    private static let interval = Duration.milliseconds(250)

    /// Moves the window of a view, and tells how far it is.
    func cache(_ name: String, _ parameters: Parameters) async throws(HTTPProblem) -> [UInt8] {
        guard let list = views.first(where: { $0.name == name })?.assets else {
            throw .invalidParameter("view", "view: no list of assets is observed by this name")
        }
        let request = try CachingRequest(parameters)
        let window = cachings[name]?.window ?? CachingWindow(services: messages.services, details: messages.details)
        let seen = window.news.version
        await window.move(to: request.assets(of: list), request.render)
        if cachings[name] == nil {
            let follower = follow(window, of: name, after: seen)
            cachings[name] = Caching(window: window, request: request, follower: follower)
        }
        let progress = await window.progress
        cachings[name]?.request = request
        cachings[name]?.told = progress
        return messages.caching(name, progress)
    }

    /// Takes the window of a view to where it is in the list now.
    func moveWindow(of view: ObservedView) async {
        guard let caching = cachings[view.name], let list = view.assets else { return }
        await caching.window.move(to: caching.request.assets(of: list), caching.request.render)
    }

    /// Makes no more ahead of a view.
    func stopCaching(_ name: String) { cachings.removeValue(forKey: name)?.stop() }

    private func follow(_ window: CachingWindow, of name: String, after seen: Int64) -> Task<Void, Never> {
        Task { [messages] in
            var seen = seen
            while !Task.isCancelled {
                await window.news.wait(after: seen)
                seen = window.news.version
                let progress = await window.progress
                if let told = cachings[name]?.told, progress != told {
                    cachings[name]?.told = progress
                    // Whoever receives sees that the client has left.
                    try? await takeTurn { session in
                        try await session.socket.send(.text(messages.caching(name, progress)))
                    }
                }
                try? await Task.sleep(for: Self.interval)
            }
        }
    }
}
