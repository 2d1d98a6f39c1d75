import HTTPServing
import PhotoLibrary
import Platform

/// One list that one client observes: what the client has, and the message that brings it up to date.
///
/// Nothing queues: a message goes from what the client has to what the library is at that moment, however much happened
/// between.
struct ObservedView: Sendable {
    /// What the client has.
    private enum Shown: Sendable {
        case nothing
        case gone
        case assets(FetchResult)
        case collections(CollectionList)
        case selection(SelectionView)
    }

    let name: String
    let request: ViewRequest
    /// How many items a snapshot has at most.
    let window: Int
    private let messages: ChangeMessages
    /// Keeps the observed list up to date; nil for the list of collections.
    private let hold: FetchHold?
    private var shown = Shown.nothing
    /// The version that the client's last message brought it to.
    private(set) var version: Version = -1

    /// The token that the client's last message brought it to.
    var token: LibraryToken {
        if case .selection(let id) = request { return id.token(version) }
        return messages.services.token(version)
    }

    /// The list that the client has; nil where it is none of assets.
    var assets: FetchResult? { if case .assets(let list) = shown { list } else { nil } }

    /// What tells that there may be something to say.
    let news: ViewNews

    init(name: String, request: ViewRequest, window: Int, messages: ChangeMessages) {
        self.name = name
        self.request = request
        self.window = window
        self.messages = messages
        hold = if case .assets(let fetch) = request { messages.library.hold(fetch) } else { nil }
        if case .selection(let id) = request {
            shown = .selection(SelectionView(id: id, name: name, window: window, messages: messages))
        }
        news = ViewNews(request, messages.services)
    }

    /// The whole list, with its first items.
    /// - Throws: 404 where the collection does not exist.
    mutating func snapshot() async throws(HTTPProblem) -> [UInt8] {
        switch request {
        case .assets(let fetch):
            guard let now = await messages.library.fetch(fetch) else { throw .noCollection }
            take(.assets(now), now.version)
            return try await messages.snapshot(name, now, window: window)
        case .collections:
            let now = await messages.library.collectionList(within: messages.services.scope?.filter)
            take(.collections(now), now.version)
            return try await messages.snapshot(name, now, window: window)
        case .selection: return try await selection { view throws(HTTPProblem) in try await view.snapshot() }
        }
    }

    /// What there is to say to a client that comes back.
    struct Resumption {
        /// A change, or a reload.
        let message: [UInt8]
        /// Why the client has to take the list anew; nil where it has not.
        let reason: FetchChange.Reason?
        /// Whether nothing happened.
        let isEmpty: Bool
    }

    /// What happened since a token that the client has: a change, even where nothing did, or a reload.
    /// - Throws: 404 where the collection does not exist.
    mutating func resume(from token: LibraryToken) async throws(HTTPProblem) -> Resumption {
        let library = messages.library
        if case .selection = request {
            return try await selection { view throws(HTTPProblem) in try await view.resume(from: token) }
        }
        guard token.libraryID == messages.services.libraryID else {
            return try await reloading(.unknownLibrary, from: token)
        }
        guard case .assets(let fetch) = request else {
            let found = try await messages.services.guarded {
                try await library.collectionsChange(
                    since: token.version, within: messages.services.scope?.filter)
            }
            switch found.outcome {
            case .reload(let reason): return try await reloading(reason, from: token)
            case .incremental(let details):
                take(.collections(found.now), found.now.version)
                let message = try await messages.change(name, from: token, found.now, details)
                return Resumption(message: message, reason: nil, isEmpty: details.isEmpty)
            }
        }
        let found = try await messages.services.guarded { try await library.change(of: fetch, since: token.version) }
        guard let found else { throw .noCollection }
        take(.assets(found.now), found.now.version)
        let message = try await messages.change(
            name, from: token, found.now, found.change, countBefore: found.countBefore, window: window)
        switch found.change {
        case .incremental(let details): return Resumption(message: message, reason: nil, isEmpty: details.isEmpty)
        case .reload(let reason): return Resumption(message: message, reason: reason, isEmpty: false)
        }
    }

    private mutating func reloading(
        _ reason: FetchChange.Reason, from token: LibraryToken
    ) async throws(HTTPProblem) -> Resumption {
        Resumption(message: try await reload(reason, from: token), reason: reason, isEmpty: false)
    }

    /// What happened since the last message; nil where nothing did that shows.
    mutating func update() async throws(HTTPProblem) -> [UInt8]? {
        let from = token
        switch shown {
        case .nothing: return try await snapshot()
        case .gone: return nil
        case .assets(let before):
            guard let found = await messages.library.change(since: before) else {
                take(.gone, messages.library.snapshot.version)
                return messages.gone(name, from: from, version)
            }
            shown = .assets(found.now)
            if case .incremental(let details) = found.change, details.isEmpty { return nil }
            version = found.now.version
            return try await messages.change(
                name, from: from, found.now, found.change, countBefore: before.count, window: window)
        case .collections(let before):
            let found = try await messages.services.guarded { [library = messages.library] in
                try await library.collectionsChange(
                    since: before.version, within: messages.services.scope?.filter)
            }
            switch found.outcome {
            case .reload(let reason): return try await reload(reason, from: from)
            case .incremental(let details):
                shown = .collections(found.now)
                if details.isEmpty { return nil }
                version = found.now.version
                return try await messages.change(name, from: from, found.now, details)
            }
        case .selection: return try await selection { view throws(HTTPProblem) in try await view.update() }
        }
    }

    /// Lets the selection's own view do something, and takes its version over.
    private mutating func selection<Result>(
        _ work: (inout SelectionView) async throws(HTTPProblem) -> Result
    ) async throws(HTTPProblem) -> Result {
        guard case .selection(var view) = shown else { throw .internalError }
        let result = try await work(&view)
        take(.selection(view), view.version)
        return result
    }

    /// An empty change up to now, for a client that waited in vain.
    func idle(from token: LibraryToken) async throws(HTTPProblem) -> [UInt8] {
        switch shown {
        case .nothing: throw .internalError
        case .gone: return messages.gone(name, from: token, version)
        case .assets(let now):
            return try await messages.change(
                name, from: token, now, .incremental(.none(count: now.count)), countBefore: now.count,
                window: window)
        case .collections(let now):
            return try await messages.change(name, from: token, now, .none(count: now.collections.count))
        case .selection(let view): return try await view.idle()
        }
    }

    private mutating func reload(_ reason: FetchChange.Reason, from token: LibraryToken) async throws(HTTPProblem)
        -> [UInt8]
    {
        switch request {
        case .assets(let fetch):
            guard let now = await messages.library.fetch(fetch) else { throw .noCollection }
            take(.assets(now), now.version)
            return try await messages.change(
                name, from: token, now, .reload(reason), countBefore: nil, window: window)
        case .collections:
            let now = await messages.library.collectionList(within: messages.services.scope?.filter)
            take(.collections(now), now.version)
            return try await messages.reload(name, from: token, now, reason, window: window)
        case .selection: throw .internalError
        }
    }

    private mutating func take(_ now: Shown, _ version: Version) {
        shown = now
        self.version = version
    }
}
