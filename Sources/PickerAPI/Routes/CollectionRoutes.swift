import HTTPServing
import PhotoLibrary
import Platform

/// The list of collections, and single ones: `/collections`, `/collections/{id}`.
struct CollectionRoutes: Sendable {
    let services: Services
    let details: AssetDetails

    func add(to router: inout Router) {
        router.on(
            .get, "/collections", query: ["at", "empty", "settle"], produces: ["application/json"], access: .limited
        ) {
            request, _ throws(HTTPProblem) in
            let includesEmpty = try Parameters(request).word("empty", of: ["true": true, "false": false]) ?? false
            return try services.settled(request) { () throws(HTTPProblem) in
                try scoped(to: request).list(request, includingEmpty: includesEmpty)
            }
        }
        router.on(.get, "/collections/{id}", query: ["settle"], produces: ["application/json"], access: .limited) {
            request, parameters throws(HTTPProblem) in
            try services.settled(request) { () throws(HTTPProblem) in
                try scoped(to: request).collection(parameters["id"], request)
            }
        }
    }

    private func scoped(to request: HTTPRequest) -> CollectionRoutes {
        CollectionRoutes(services: services.scoped(to: request), details: details)
    }

    private func collection(_ name: String, _ request: HTTPRequest) throws(HTTPProblem) -> HTTPReply {
        let snapshot = services.library.snapshot
        guard let id = CollectionID(name), let collection = services.collection(id, in: snapshot) else {
            throw .noCollection
        }
        if let response = notModified(request, snapshot) { return .now(response) }
        return .later { () async throws(HTTPProblem) in
            try await response(to: request, in: snapshot, showing: [collection]) { writer, thumbnails, language in
                writer.value(
                    collection, thumbnailURL: collection.keyAssetID.flatMap { thumbnails[$0] }, in: language)
            }
        }
    }

    private func list(_ request: HTTPRequest, includingEmpty: Bool) throws(HTTPProblem) -> HTTPReply {
        let now = services.library.snapshot
        let present = services.token(now.version)
        let token = try Parameters(request).token("at") ?? present
        if token == present, let response = notModified(request, now) { return .now(response) }
        return .later { () async throws(HTTPProblem) in
            let snapshot = token == present ? now : try await services.snapshot(at: token)
            return try await list(request, snapshot, includingEmpty: includingEmpty)
        }
    }

    private func list(
        _ request: HTTPRequest, _ snapshot: LibrarySnapshot, includingEmpty: Bool
    ) async throws(HTTPProblem) -> HTTPResponse {
        let sections = services.collections(in: snapshot, includingEmpty: includingEmpty)
        return try await response(to: request, in: snapshot, showing: sections.flatMap(\.collections)) {
            writer, thumbnails, language in
            writer.beginObject()
            writer.key("version")
            writer.value(snapshot.version)
            writer.key("sections")
            writer.beginArray()
            for section in sections where !section.collections.isEmpty {
                writer.beginObject()
                writer.key("type")
                writer.value(section.kind.rawValue)
                writer.key("title")
                writer.value(section.kind.title(in: language))
                writer.key("collections")
                writer.beginArray()
                for collection in section.collections {
                    writer.value(
                        collection, thumbnailURL: collection.keyAssetID.flatMap { thumbnails[$0] }, in: language)
                }
                writer.endArray()
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        }
    }

    private func notModified(_ request: HTTPRequest, _ snapshot: LibrarySnapshot) -> HTTPResponse? {
        HTTPResponse.notModified(
            at: services.token(snapshot.version), for: request, in: Language(request))
    }

    /// Answers with what `write` makes, given where the key assets' thumbnails are served.
    private func response(
        to request: HTTPRequest, in snapshot: LibrarySnapshot, showing collections: [AssetCollection],
        write: (inout JSONWriter, [AssetID: String], Language) -> Void
    ) async throws(HTTPProblem) -> HTTPResponse {
        let language = Language(request)
        let keys = Set(collections.compactMap(\.keyAssetID)).compactMap { snapshot.summary(of: $0) }
        let found = try await services.guarded { try await details.load(keys, in: snapshot) }
        let thumbnails = Dictionary(
            found.map { ($0.id, $0.thumbnailURL) }, uniquingKeysWith: { first, _ in first })
        var writer = JSONWriter(capacity: 256 + 512 * collections.count)
        write(&writer, thumbnails, language)
        return .json(writer.bytes, at: services.token(snapshot.version), for: request, in: language)
    }
}
