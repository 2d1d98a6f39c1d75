/// The list of collections at one version: all sections in order, without empty collections.
public struct CollectionList: Sendable {
    /// The version.
    public let version: Version
    /// The collections.
    public let collections: [AssetCollection]
    /// The checksum of their ids in order, as clients compute it: 16 hexadecimal digits.
    public let checksum: String

    /// Makes the list of a snapshot. Costs O(number of collections).
    /// - Parameter filter: the assets that are seen; nil for all.
    public init(_ snapshot: LibrarySnapshot, within filter: FetchFilter? = nil) {
        version = snapshot.version
        let sections = filter.map { snapshot.collections(within: $0) } ?? snapshot.collections()
        collections = sections.flatMap(\.collections)
        checksum = CollectionID.checksum(of: collections.map(\.id))
    }

    /// Finds how an earlier list became this one.
    /// - Parameter touched: what was touched between.
    func details(since before: CollectionList, touched: TouchedThings) -> ChangeDetails<CollectionID> {
        let earlier = Dictionary(before.collections.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var changed: [CollectionID: ChangedFields] = [:]
        for collection in collections {
            guard let old = earlier[collection.id] else { continue }
            var fields = collection.fields(differingFrom: old)
            if let key = collection.keyAssetID, touched.assets[key]?.contains(.thumbnailURL) == true {
                fields.formUnion(.thumbnailURL)
            }
            if !fields.isEmpty { changed[collection.id] = fields }
        }
        return .between(before.collections.map(\.id), collections.map(\.id), changed: changed)
    }
}

extension AssetCollection {
    /// The fields in which clients see this and an earlier state of a collection differ.
    fileprivate func fields(differingFrom before: AssetCollection) -> ChangedFields {
        var fields = ChangedFields()
        fields.note(.title, before.title, title)
        fields.note(.assetCount, before.assetCount, assetCount)
        fields.note([.keyAssetID, .thumbnailURL], before.keyAssetID, keyAssetID)
        fields.note(.startDate, before.startDate, startDate)
        fields.note(.endDate, before.endDate, endDate)
        fields.note(.canPerform, before.operations, operations)
        fields.note(.parentID, before.parentID, parentID)
        return fields
    }
}
