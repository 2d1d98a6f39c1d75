/// How a fetch result became another.
public enum FetchChange: Sendable {
    /// Step by step.
    case incremental(ChangeDetails<AssetID>)
    /// All at once (PhotoKit's `hasIncrementalChanges` is false): the client takes the list anew.
    case reload(Reason)

    /// Why a list has to be taken anew.
    public enum Reason: String, Sendable {
        /// The steps would be more than the list is worth.
        case tooLarge
        /// The steps are not known any more.
        case tokenExpired
        /// The token is one of another library.
        case unknownLibrary
        /// The collection does not exist any more.
        case viewGone
    }
}

extension FetchResult {
    /// Finds how this result became a later one of the same request.
    /// - Parameter touched: every asset that the commits between touched.
    func change(to later: FetchResult, touched: [AssetID]) -> FetchChange {
        var items: [ChangeDetails<AssetID>.Touched] = []
        for id in touched {
            let before = index(of: id)
            let after = later.index(of: id)
            guard before != nil || after != nil else { continue }
            let isChanged = summary(of: id)?.revision != later.summary(of: id)?.revision
            items.append(.init(id: id, before: before, after: after, isChanged: isChanged))
        }
        let limit = max(Self.worthwhileEntries, later.count / 2)
        let details = ChangeDetails.find(
            countBefore: count, countAfter: later.count, touched: items, limit: limit, idsBefore: { ids(in: $0) })
        return details.map(FetchChange.incremental) ?? .reload(.tooLarge)
    }

    /// Up to this many entries a change is sent whatever the list's length: about a megabyte of JSON.
    private static let worthwhileEntries = 1000
}
