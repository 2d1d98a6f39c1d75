import HTTPServing
import PhotoLibrary

/// What a client observes: a list of assets, or the list of collections.
enum ViewRequest: Sendable, Hashable {
    case assets(FetchRequest)
    case collections

    /// The parameters that choose what is observed.
    static let parameters = [
        "resource", "collection", "mediaType", "startDate", "endDate", "folder", "text", "sort", "order",
    ]

    private static let resources: KeyValuePairs<String, Bool> = ["assets": false, "collections": true]

    /// Reads what is to be observed.
    /// - Throws: 400 that names the parameter; 404 where there is no such collection's name.
    init(_ parameters: Parameters) throws(HTTPProblem) {
        if try parameters.word("resource", of: Self.resources) ?? false {
            for name in Self.parameters.dropFirst() where parameters[name] != nil {
                throw .invalidParameter(name, "\(name): not together with resource=collections")
            }
            self = .collections
            return
        }
        let name = parameters["collection"] ?? "all"
        guard let collection = CollectionID(name) else {
            throw .invalidParameter("collection", "collection: the id of a collection, not \"\(name)\"")
        }
        self = .assets(try FetchQuery.fetch(parameters, collection: collection))
    }
}
