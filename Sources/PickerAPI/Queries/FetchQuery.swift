import HTTPServing
import PhotoLibrary
import Platform

/// The query of a list of assets: which of them, in which order, and the window of the list.
struct FetchQuery {
    /// Parameters that every list knows.
    static let parameters = [
        "mediaType", "startDate", "endDate", "text", "sort", "order", "limit", "offset", "after",
    ]
    /// A page has at most this many assets: about a megabyte of JSON.
    static let largestLimit = 1000
    /// What a picker shows in one or two screens.
    static let standardLimit = 100
    /// No library is larger.
    static let largestOffset = 1_000_000_000
    /// Longer than any name that a person looks for, short enough to compare with every name.
    static let longestText = 200

    private static let sorts: KeyValuePairs<String, FetchSort.Key> = [
        "taken": .taken, "added": .added, "modified": .modified, "name": .name, "size": .size,
    ]
    private static let orders: KeyValuePairs<String, Bool> = ["ascending": true, "descending": false]

    /// Where the window begins.
    enum Start {
        case offset(Int)
        case after(FetchCursor)
    }

    let fetch: FetchRequest
    let start: Start
    let limit: Int

    init(_ parameters: Parameters, collection: CollectionID) throws(HTTPProblem) {
        fetch = try Self.fetch(parameters, collection: collection)
        limit = try parameters.number("limit", in: 1...Self.largestLimit) ?? Self.standardLimit
        start = try Self.start(parameters, sort: fetch.sort)
    }

    /// What is asked for, without the window.
    static func fetch(_ parameters: Parameters, collection: CollectionID) throws(HTTPProblem) -> FetchRequest {
        let key = try parameters.word("sort", of: sorts)
        let isAscending = try parameters.word("order", of: orders)
        let filters = try filters(parameters)
        return FetchRequest(
            collection, filter: filters.isEmpty ? nil : .all(filters),
            sort: FetchSort(key ?? collection.defaultSort.key, isAscending: isAscending ?? false))
    }

    private static func start(_ parameters: Parameters, sort: FetchSort) throws(HTTPProblem) -> Start {
        let offset = try parameters.number("offset", in: 0...largestOffset)
        guard let text = parameters["after"] else { return .offset(offset ?? 0) }
        guard offset == nil else { throw .invalidParameter("after", "after: not together with offset") }
        guard let cursor = FetchCursor(text, sort: sort) else {
            throw .invalidParameter(
                "after", "after: only what \"next\" of the page before says, with the same sort and order")
        }
        return .after(cursor)
    }

    private static func filters(_ parameters: Parameters) throws(HTTPProblem) -> [FetchFilter] {
        var filters: [FetchFilter] = []
        if let types = try mediaTypes(parameters) { filters.append(.mediaTypes(types)) }
        filters += try DateRange(parameters).filters
        if let text = parameters["folder"] {
            guard let folder = FolderID(text) else {
                throw .invalidParameter("folder", "folder: the id of a folder, not \"\(text)\"")
            }
            filters.append(.folder(folder))
        }
        if let text = parameters["text"] {
            guard (1...longestText).contains(text.unicodeScalars.count) else {
                throw .invalidParameter("text", "text: 1 to \(longestText) characters")
            }
            filters.append(.filename(contains: text))
        }
        return filters
    }

    private static func mediaTypes(_ parameters: Parameters) throws(HTTPProblem) -> Set<MediaType>? {
        guard let text = parameters["mediaType"] else { return nil }
        var types: Set<MediaType> = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let type = [MediaType.image, .video, .audio].first(where: { $0.name == word }) else {
                throw .invalidParameter(
                    "mediaType", "mediaType: image, video, audio, with commas between, not \"\(word)\"")
            }
            guard types.insert(type).inserted else {
                throw .invalidParameter("mediaType", "mediaType: \"\(word)\" is there twice")
            }
        }
        return types
    }
}
