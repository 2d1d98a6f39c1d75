import HTTPServing
import PhotoLibrary
import Platform

/// One selection that one client observes: what the client has, and the message that brings it up to date.
struct SelectionView: Sendable {
    let id: SelectionID
    private let name: String
    private let window: Int
    private let messages: ChangeMessages
    /// What the client has; nil before the first message.
    private var shown: SelectionSnapshot?
    private var isOver = false

    init(id: SelectionID, name: String, window: Int, messages: ChangeMessages) {
        self.id = id
        self.name = name
        self.window = window
        self.messages = messages
    }

    /// The version that the client has.
    var version: Version { shown?.selection.version ?? 0 }

    private var present: SelectionSnapshot {
        get throws(HTTPProblem) {
            guard let snapshot = messages.services.selections.snapshot(of: id) else { throw .noSelection }
            return snapshot
        }
    }

    /// The whole list, with its first items.
    mutating func snapshot() async throws(HTTPProblem) -> [UInt8] {
        let now = try present
        shown = now
        return try await messages.snapshot(name, now.selection, window: window)
    }

    /// What happened since a token that the client has: a change, even where nothing did, or a reload.
    mutating func resume(from token: LibraryToken) async throws(HTTPProblem) -> ObservedView.Resumption {
        let now = try present
        shown = now
        guard token == id.token(token.version) else {
            let message = try await messages.reload(name, from: token, now.selection, .unknownLibrary, window: window)
            return ObservedView.Resumption(message: message, reason: .unknownLibrary, isEmpty: false)
        }
        guard let difference = now.difference(since: token.version) else {
            let message = try await messages.reload(name, from: token, now.selection, .tokenExpired, window: window)
            return ObservedView.Resumption(message: message, reason: .tokenExpired, isEmpty: false)
        }
        let message = try await messages.change(name, difference, now.selection, refusal: nil)
        return ObservedView.Resumption(
            message: message, reason: nil, isEmpty: token.version == now.selection.version)
    }

    /// What happened since the last message; nil where nothing did that shows.
    mutating func update() async throws(HTTPProblem) -> [UInt8]? {
        guard let before = shown else { return try await snapshot() }
        if isOver { return nil }
        guard let now = messages.services.selections.snapshot(of: id) else {
            isOver = true
            return messages.gone(name, before.selection)
        }
        shown = now
        let refusal = now.refusalCount == before.refusalCount ? nil : now.lastRefusal
        if now.selection.version == before.selection.version, refusal == nil { return nil }
        let key = WrittenChanges.Key(
            view: name, window: window, selection: id, from: before.selection.version, to: now.selection.version,
            refusal: refusal == nil ? 0 : now.refusalCount, language: messages.language)
        return try await messages.written.message(key) { () async throws(HTTPProblem) in
            guard let difference = now.difference(since: before.selection.version) else {
                return try await messages.reload(
                    name, from: id.token(before.selection.version), now.selection, .tooLarge, window: window)
            }
            return try await messages.change(name, difference, now.selection, refusal: refusal)
        }
    }

    /// An empty change up to now, for a client that waited in vain.
    func idle() async throws(HTTPProblem) -> [UInt8] {
        guard let shown, let none = shown.difference(since: shown.selection.version) else { throw .internalError }
        if isOver { return messages.gone(name, shown.selection) }
        return try await messages.change(name, none, shown.selection, refusal: nil)
    }
}
