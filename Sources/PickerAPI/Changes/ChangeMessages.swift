import HTTPServing
import PhotoLibrary
import Platform

/// Writes the messages of the change feed; they stand in `openapi.yaml`, schemas `Changes…`.
struct ChangeMessages: Sendable {
    /// Most items that one change carries in full; what else came in is named by its id, to be fetched by page.
    static let fullItemLimit = 500

    var services: Services
    let details: AssetDetails
    let written = WrittenChanges()
    /// What the titles of collections are written in.
    var language = Language.english

    var library: Library { services.library }

    /// A list's first items with its token.
    func snapshot(_ view: String, _ now: FetchResult, window: Int) async throws(HTTPProblem) -> [UInt8] {
        let items = try await load(now.summaries(in: 0..<window))
        var writer = JSONWriter(capacity: 256 + items.reduce(0) { $0 + $1.json.count })
        head("snapshot", view, of: &writer)
        writer.key("token")
        writer.value(token(now.version))
        writer.key("count")
        writer.value(now.count)
        write(checksum: now.checksum, items.map(\.json), to: &writer)
        return writer.bytes
    }

    /// The list of collections with its token.
    func snapshot(_ view: String, _ now: CollectionList, window: Int) async throws(HTTPProblem) -> [UInt8] {
        let items = try await json(of: Array(now.collections.prefix(window)))
        var writer = JSONWriter()
        head("snapshot", view, of: &writer)
        writer.key("token")
        writer.value(token(now.version))
        writer.key("count")
        writer.value(now.collections.count)
        write(checksum: now.checksum, items, to: &writer)
        return writer.bytes
    }

    /// How far the thumbnails are that are made ahead of a view.
    func caching(_ view: String, _ progress: CachingWindow.Progress) -> [UInt8] {
        var writer = JSONWriter()
        head("caching", view, of: &writer)
        writer.members(of: progress)
        writer.endObject()
        return writer.bytes
    }

    /// How a list of assets became what it is now.
    func change(
        _ view: String, from: LibraryToken, _ now: FetchResult, _ change: FetchChange, countBefore: Int?, window: Int
    ) async throws(HTTPProblem) -> [UInt8] {
        var writer = JSONWriter()
        switch change {
        case .reload(let reason):
            head("reload", view, from: from, to: now.version, of: &writer)
            let items = try await load(now.summaries(in: 0..<window))
            write(reason, countBefore: countBefore, countAfter: now.count, to: &writer)
            write(checksum: now.checksum, items.map(\.json), to: &writer)
        case .incremental(let steps):
            head("change", view, from: from, to: now.version, of: &writer)
            let wanted = (steps.inserted.map(\.id) + steps.changed.map(\.id)).prefix(Self.fullItemLimit)
            let found = try await load(wanted.compactMap { now.summary(of: $0) })
            let items = Dictionary(found.map { ($0.id, $0.json) }, uniquingKeysWith: { first, _ in first })
            write(steps, count: now.count, checksum: now.checksum, itemKey: "asset", items: items, to: &writer)
        }
        return writer.bytes
    }

    /// How the list of collections became what it is now.
    func change(
        _ view: String, from: LibraryToken, _ now: CollectionList, _ steps: ChangeDetails<CollectionID>
    ) async throws(HTTPProblem) -> [UInt8] {
        let wanted = Set(steps.inserted.map(\.id) + steps.changed.map(\.id))
        let shown = now.collections.filter { wanted.contains($0.id) }
        let items = Dictionary(
            zip(shown.map(\.id), try await json(of: shown)), uniquingKeysWith: { first, _ in first })
        var writer = JSONWriter()
        head("change", view, from: from, to: now.version, of: &writer)
        write(
            steps, count: now.collections.count, checksum: now.checksum, itemKey: "collection", items: items,
            to: &writer)
        return writer.bytes
    }

    /// The list of collections, to be taken anew.
    func reload(
        _ view: String, from: LibraryToken, _ now: CollectionList, _ reason: FetchChange.Reason, window: Int
    ) async throws(HTTPProblem) -> [UInt8] {
        let items = try await json(of: Array(now.collections.prefix(window)))
        var writer = JSONWriter()
        head("reload", view, from: from, to: now.version, of: &writer)
        write(reason, countBefore: nil, countAfter: now.collections.count, to: &writer)
        write(checksum: now.checksum, items, to: &writer)
        return writer.bytes
    }

    /// The end of a list whose collection does not exist any more.
    func gone(_ view: String, from: LibraryToken, _ version: Version) -> [UInt8] {
        var writer = JSONWriter()
        head("reload", view, from: from, to: version, of: &writer)
        write(.viewGone, countBefore: nil, countAfter: 0, to: &writer)
        write(checksum: CollectionID.checksum(of: []), [], to: &writer)
        return writer.bytes
    }

    /// Something that a client asked for and can't have.
    func error(_ problem: HTTPProblem, view: String?) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("type")
        writer.value("error")
        writer.key("view")
        writer.value(view)
        writer.key("problem")
        writer.raw(problem.json)
        writer.endObject()
        return writer.bytes
    }

    /// The end of a view that the client asked for.
    func stopped(_ view: String) -> [UInt8] {
        var writer = JSONWriter(capacity: 64)
        head("stopped", view, of: &writer)
        writer.endObject()
        return writer.bytes
    }

    private func token(_ version: Version) -> String {
        services.token(version).description
    }

    private func load(_ summaries: [AssetSummary]) async throws(HTTPProblem) -> [AssetDetail] {
        let snapshot = library.snapshot
        if let found = details.cached(summaries, in: snapshot) { return found }
        return try await services.guarded { try await details.load(summaries, in: snapshot) }
    }

    private func json(of items: [AssetCollection]) async throws(HTTPProblem) -> [[UInt8]] {
        let snapshot = library.snapshot
        let keys = try await load(
            Set(items.compactMap(\.keyAssetID)).compactMap { snapshot.summary(of: $0) })
        let thumbnails = Dictionary(keys.map { ($0.id, $0.thumbnailURL) }, uniquingKeysWith: { first, _ in first })
        return items.map { item in
            var writer = JSONWriter()
            writer.value(item, thumbnailURL: item.keyAssetID.flatMap { thumbnails[$0] }, in: language)
            return writer.bytes
        }
    }
}
