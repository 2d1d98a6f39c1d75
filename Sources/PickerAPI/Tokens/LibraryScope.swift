import HTTPServing
import PhotoLibrary
import Platform

/// The part of the library that a caller sees as if it were the whole.
struct LibraryScope: Sendable {
    /// The assets that are seen.
    let filter: FetchFilter
    /// Tells this part from others that the same caller saw before; nil where it never becomes another.
    let name: String?

    /// What the bearer of a limited token sees.
    init(_ subset: AssetSubset) {
        filter = .subset(subset)
        name = subset.name
    }

    /// What may be picked; nil where that is all.
    init?(_ fetch: FetchRequest) {
        if fetch.collection == .all, fetch.filter == nil { return nil }
        filter = .all([.member(fetch.collection)] + [fetch.filter].compactMap(\.self))
        name = nil
    }

    /// A list of the assets that are seen.
    func narrowing(_ request: FetchRequest) -> FetchRequest {
        var request = request
        request.filter = .all([request.filter, filter].compactMap(\.self))
        return request
    }

    /// Names what is seen in tokens: of another part they are as those of another library.
    func libraryID(within id: LibraryID) -> LibraryID {
        guard let name else { return id }
        let digest = SecureHash.sha256(Array("\(id) \(name)".utf8))
        // Identifiers are positive.
        return LibraryID(rawValue: digest.prefix(8).reduce(0) { $0 << 8 | Int64($1) } & .max)
    }
}

extension Services {
    /// The services as the caller of a request may use them.
    func scoped(to request: HTTPRequest) -> Services {
        var services = self
        switch request.apiCaller {
        case .bearer(let token) where token.scope == .limited:
            services.scope = LibraryScope(tokens.subset(of: token))
        case .picker(let id, _):
            // Of a selection that is forgotten nothing may be picked.
            let fetch = selections.snapshot(of: id)?.selection.rules.fetch.request
            services.scope = fetch.map(LibraryScope.init) ?? LibraryScope(AssetSubset(name: "none", assets: []))
            services.ownSelection = id
        case .bearer, .link, nil: break
        }
        return services
    }

    /// Names the library, as far as the caller sees it.
    var libraryID: LibraryID {
        let id = library.catalogue.libraryID
        return scope?.libraryID(within: id) ?? id
    }

    /// Names a version of what the caller sees.
    func token(_ version: Version) -> LibraryToken { LibraryToken(libraryID: libraryID, version: version) }

    /// A list, as far as the caller sees it.
    func narrowing(_ request: FetchRequest) -> FetchRequest { scope?.narrowing(request) ?? request }

    /// The asset of that name that the caller sees: also what was picked that may not be picked from the library, such
    /// as what the camera made.
    /// - Throws: 404 where there is none.
    func summary(named id: String, in snapshot: LibrarySnapshot) throws(HTTPProblem) -> AssetSummary {
        let summary = try snapshot.summary(named: id)
        guard scope?.filter.chooses(summary) ?? true || isPicked(summary.id) else { throw .noAsset }
        return summary
    }

    /// The asset of that name that the caller of a request sees.
    /// - Throws: 404 where there is none.
    func summary(
        named id: String, in snapshot: LibrarySnapshot, for request: HTTPRequest
    ) throws(HTTPProblem) -> AssetSummary {
        // Who shows nothing sees all, and is worth a short way.
        if request.caller == nil, scope == nil { return try snapshot.summary(named: id) }
        return try scoped(to: request).summary(named: id, in: snapshot)
    }

    private func isPicked(_ id: AssetID) -> Bool {
        guard let ownSelection else { return false }
        return selections.snapshot(of: ownSelection)?.selection.item(of: id) != nil
    }

    /// Every collection that the caller sees.
    func collections(in snapshot: LibrarySnapshot, includingEmpty: Bool = false) -> [CollectionSection] {
        scope.map { snapshot.collections(within: $0.filter) }
            ?? snapshot.collections(includingEmpty: includingEmpty)
    }

    /// A collection, as far as the caller sees it; nil where there is none.
    func collection(_ id: CollectionID, in snapshot: LibrarySnapshot) -> AssetCollection? {
        guard scope != nil else { return snapshot.collection(id) }
        return collections(in: snapshot).lazy.flatMap(\.collections).first { $0.id == id }
    }
}
