import HTTPServing
import PhotoLibrary
import Platform

/// One client's WebSocket on the change feed, with the views that it observes.
///
/// Whatever has to be sent is made only when all before it has gone out, so a slow client costs one message at a time
/// and gets, when it is ready, one change that joins all that happened.
actor ChangeSession {
    /// Views of one client: the panes of any picker, many times over.
    static let viewLimit = 64
    /// Items of a snapshot where the client does not say.
    static let standardWindow = 100

    let socket: WebSocket
    let messages: ChangeMessages
    private let status: StatusFeed
    private(set) var views: [ObservedView] = []
    /// What waits for news of a view that does not change with the library, by its name.
    private var followers: [String: Task<Void, Never>] = [:]
    /// What is made ahead of views, by their names.
    var cachings: [String: Caching] = [:]
    /// The turn that was taken last: turns follow each other, so that views change and messages go in one order. Nil once
    /// it is over: a task that is referred to keeps its memory, which is more than all else of an idle client.
    private var lastTurn: Task<Void, any Error>?

    init(socket: WebSocket, messages: ChangeMessages, status: StatusFeed) {
        self.socket = socket
        self.messages = messages
        self.status = status
    }

    /// Serves the client until it leaves.
    func run() async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { try await self.receive() }
            group.addTask { try await self.followLibrary() }
            // Who sees a part only is not told of the whole.
            if messages.services.scope == nil { group.addTask { try await self.followStatus() } }
            // The first to end is the one that saw the client leave.
            defer {
                group.cancelAll()
                stopFollowing { _ in true }
                for name in cachings.keys { stopCaching(name) }
            }
            try await group.next()
        }
    }

    private func receive() async throws {
        while let message = await socket.receive() {
            guard case .text(let bytes) = message else {
                return await socket.close(.unsupportedData, reason: "messages are JSON, as text")
            }
            try await takeTurn { session in try await session.handle(bytes) }
        }
    }

    private func followLibrary() async throws {
        var version = messages.library.snapshot.version
        while !Task.isCancelled {
            await messages.library.waitForCommit(after: version)
            version = messages.library.snapshot.version
            try await takeTurn { session in try await session.updateAll() }
        }
    }

    private func followStatus() async throws {
        try await status.watch { message in
            try await takeTurn { session in try await session.socket.send(.text(message)) }
        }
    }

    func takeTurn(_ work: @escaping @Sendable (ChangeSession) async throws -> Void) async throws {
        let previous = lastTurn
        let turn = Task {
            _ = await previous?.result
            try await work(self)
        }
        lastTurn = turn
        defer { if lastTurn == turn { lastTurn = nil } }
        try await turn.value
    }

    private func handle(_ bytes: [UInt8]) async throws {
        var name: String?
        let answer: [UInt8]
        do throws(HTTPProblem) {
            let message = try ClientMessage(bytes, known: ClientMessage.known)
            guard !message.type.isEmpty else { throw .malformedRequest("a message has a type") }
            let view = try message.name("view")
            name = view
            switch message.type {
            case "cache": answer = try await cache(view, message.parameters)
            case "observe": answer = try await observe(view, message.parameters)
            case "stop":
                views.removeAll { $0.name == view }
                stopFollowing { $0 == view }
                stopCaching(view)
                answer = messages.stopped(view)
            default: throw .malformedRequest("the type of a message is observe, cache or stop, not \"\(message.type)\"")
            }
        } catch {
            answer = messages.error(error, view: name)
        }
        try await socket.send(.text(answer))
    }

    private func observe(_ name: String, _ parameters: Parameters) async throws(HTTPProblem) -> [UInt8] {
        let request = try messages.services.view(parameters)
        let window = try parameters.number("limit", in: 0...FetchQuery.largestLimit) ?? Self.standardWindow
        let token = try parameters.token("since")
        views.removeAll { $0.name == name }
        stopFollowing { $0 == name }
        guard views.count < Self.viewLimit else { throw .overloaded("more than \(Self.viewLimit) views") }
        var view = ObservedView(name: name, request: request, window: window, messages: messages)
        let seen = view.news.version
        let message: [UInt8]
        if let token {
            message = try await view.resume(from: token).message
        } else {
            message = try await view.snapshot()
        }
        views.append(view)
        if case .selection = request { follow(view, after: seen) }
        return message
    }

    private func follow(_ view: ObservedView, after seen: Int64) {
        followers[view.name] = Task { [name = view.name, news = view.news] in
            var seen = seen
            while !Task.isCancelled {
                await news.wait(after: seen)
                seen = news.version
                // Whoever receives sees that the client has left.
                try? await takeTurn { session in
                    if let index = await session.views.firstIndex(where: { $0.name == name }) {
                        try await session.update(at: index)
                    }
                }
            }
        }
    }

    private func stopFollowing(_ isMeant: (String) -> Bool) {
        for (name, task) in followers where isMeant(name) {
            task.cancel()
            followers[name] = nil
        }
    }

    private func updateAll() async throws {
        for index in views.indices {
            if case .selection = views[index].request { continue }
            try await update(at: index)
        }
    }

    private func update(at index: Int) async throws {
        var view = views[index]
        let message: [UInt8]?
        do throws(HTTPProblem) {
            message = try await view.update()
        } catch {
            message = messages.error(error, view: view.name)
        }
        views[index] = view
        await moveWindow(of: view)
        if let message { try await socket.send(.text(message)) }
    }
}
