/// How a fetch result became another.
public enum FetchChange: Sendable {
    /// Step by step.
    case incremental(ChangeDetails<AssetID>)
    /// All at once (PhotoKit's `hasIncrementalChanges` is false): the client takes the list anew.
    case reload(Reason)

    /// Why a list has to be taken anew.
    public enum Reason: String, Error {
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
    /// - Parameter touched: every asset that may differ, with what of it does where it is in both.
    func change(to later: FetchResult, touched: [AssetID: ChangedFields]) -> FetchChange {
        var items: [ChangeDetails<AssetID>.Touched] = []
        for (id, fields) in touched {
            let before = index(of: id)
            let after = later.index(of: id)
            guard before != nil || after != nil else { continue }
            items.append(.init(id: id, before: before, after: after, isChanged: !fields.isEmpty, fields: fields))
        }
        let details = ChangeDetails.find(
            countBefore: count, countAfter: later.count, touched: items, limit: later.worthwhileEntries,
            idsBefore: { ids(in: $0) })
        return details.map(FetchChange.incremental) ?? .reload(.tooLarge)
    }

    /// Up to this many entries a change is worth more than the list: half as many as the list has, but as many as make
    /// about a megabyte of JSON in any case.
    var worthwhileEntries: Int { max(1000, count / 2) }
}
