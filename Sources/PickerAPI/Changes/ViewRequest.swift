import HTTPServing
import PhotoLibrary

/// What a client observes: a list of assets, the list of collections, or a selection.
enum ViewRequest: Sendable, Hashable {
    case assets(FetchRequest)
    case collections
    case selection(SelectionID)

    private enum Resource { case assets, collections, selection }

    /// The parameters that choose what is observed.
    static let parameters = [
        "resource", "selection", "collection", "mediaType", "startDate", "endDate", "folder", "text", "sort", "order",
    ]

    private static let resources: KeyValuePairs<String, Resource> = [
        "assets": .assets, "collections": .collections, "selection": .selection,
    ]

    /// Reads what is to be observed.
    /// - Throws: 400 that names the parameter; 404 where there is no such collection's name.
    init(_ parameters: Parameters) throws(HTTPProblem) {
        let resource = try parameters.word("resource", of: Self.resources) ?? .assets
        if resource != .assets {
            let own = resource == .selection ? ["resource", "selection"] : ["resource"]
            for name in Self.parameters where !own.contains(name) && parameters[name] != nil {
                throw .invalidParameter(name, "\(name): not together with resource=\(resource)")
            }
        }
        switch resource {
        case .collections: self = .collections
        case .selection:
            guard let id = parameters["selection"].flatMap({ SelectionID($0) }) else {
                throw .invalidParameter("selection", "selection: the id of a selection")
            }
            self = .selection(id)
        case .assets:
            if parameters["selection"] != nil {
                throw .invalidParameter("selection", "selection: only with resource=selection")
            }
            self = .assets(try Self.fetch(parameters))
        }
    }

    /// Reads which list of assets is meant.
    /// - Throws: 400 that names the parameter.
    static func fetch(_ parameters: Parameters) throws(HTTPProblem) -> FetchRequest {
        let name = parameters["collection"] ?? "all"
        guard let collection = CollectionID(name) else {
            throw .invalidParameter("collection", "collection: the id of a collection, not \"\(name)\"")
        }
        return try FetchQuery.fetch(parameters, collection: collection)
    }
}

extension Services {
    /// Reads what is to be observed, as far as the caller may.
    /// - Throws: 400 that names the parameter; 404 where the caller does not see it.
    func view(_ parameters: Parameters) throws(HTTPProblem) -> ViewRequest {
        switch try ViewRequest(parameters) {
        case .assets(let fetch): return .assets(narrowing(fetch))
        case .collections: return .collections
        case .selection(let id):
            let isSeen = ownSelection.map { $0 == id } ?? (scope == nil)
            guard isSeen else { throw .noSelection }
            return .selection(id)
        }
    }
}
