import HTTPServing
import PhotoLibrary
import Platform
import Synchronization

/// Thumbnails that are made before they are asked for: `/thumbnails/cache`.
struct CachingRoutes: Sendable {
    /// Windows of all clients: each is some hundred kilobytes at most. The one not used the longest goes first.
    static let mostWindows = 64
    private static let bodyLimit = 16 << 10

    private let services: Services
    private let details: AssetDetails
    private let windows = Windows()

    /// Windows by the names that clients gave them.
    private final class Windows: Sendable {
        let byName = Mutex(LeastRecentlyUsedCache<String, CachingWindow>(limit: mostWindows))
    }

    init(services: Services, details: AssetDetails) {
        self.services = services
        self.details = details
    }

    func add(to router: inout Router) {
        router.on(
            .post, "/thumbnails/cache", produces: ["application/json"], consumes: ["application/json"],
            bodyLimit: Self.bodyLimit, access: .limited
        ) { request, _ throws(HTTPProblem) in
            let message = try ClientMessage(request.body) { _ in
                ViewRequest.parameters + CachingRequest.parameters + ThumbnailQuery.picture + ["window"]
            }
            let name = try message.name("window")
            let services = services.scoped(to: request)
            guard case .assets(let fetch) = try services.view(message.parameters) else {
                throw .invalidParameter("resource", "resource: assets alone have thumbnails")
            }
            let caching = try CachingRequest(message.parameters)
            let window = window(name, request) ?? CachingWindow(services: services, details: details)
            let key = request.key(name)
            return .later { () async throws(HTTPProblem) in
                guard let list = await services.library.fetch(fetch) else { throw .noCollection }
                windows.byName.withLock { $0.insert(window, for: key, cost: 1) }
                await window.move(to: caching.assets(of: list), caching.render)
                return await response(window, .accepted)
            }
        }
        router.on(.get, "/thumbnails/cache/{window}", produces: ["application/json"], access: .limited) {
            request, parameters throws(HTTPProblem) in
            guard let window = window(parameters["window"], request) else { throw .noWindow }
            return .later { () async throws(HTTPProblem) in await response(window, .ok) }
        }
        router.on(.delete, "/thumbnails/cache/{window}", access: .limited) {
            request, parameters throws(HTTPProblem) in
            let key = request.key(parameters["window"])
            guard let window = windows.byName.withLock({ $0.removeValue(for: key) }) else { throw .noWindow }
            return .later { () async throws(HTTPProblem) in
                await window.stop()
                return HTTPResponse(.noContent)
            }
        }
    }

    private func window(_ name: String, _ request: HTTPRequest) -> CachingWindow? {
        windows.byName.withLock { $0.value(for: request.key(name)) }
    }

    private func response(_ window: CachingWindow, _ status: HTTPStatus) async -> HTTPResponse {
        var writer = JSONWriter()
        writer.beginObject()
        writer.members(of: await window.progress)
        writer.endObject()
        return HTTPResponse(
            status, fields: ["Content-Type": "application/json", "Cache-Control": "no-store"],
            body: .bytes(writer.bytes))
    }
}

extension JSONWriter {
    /// Writes how far a window is.
    mutating func members(of progress: CachingWindow.Progress) {
        key("total")
        value(progress.total)
        key("cached")
        value(progress.cached)
        key("failed")
        value(progress.failed)
    }
}

extension HTTPProblem {
    fileprivate static var noWindow: HTTPProblem { .notFound("no such window is made ahead") }
}
