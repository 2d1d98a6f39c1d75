import PhotoLibrary

/// The list of collections at one version, as an observed list.
struct CollectionListing: Sendable {
    /// One collection with all that shows of it.
    struct Item: Sendable, Equatable {
        let collection: AssetCollection
        /// Changes with the asset that stands for the collection.
        let keyRevision: Version?
    }

    let version: Version
    let items: [Item]

    init(_ snapshot: LibrarySnapshot) {
        version = snapshot.version
        items = snapshot.collections().flatMap(\.collections).map { collection in
            Item(
                collection: collection,
                keyRevision: collection.keyAssetID.flatMap { snapshot.summary(of: $0)?.revision })
        }
    }

    /// What makes this list of an earlier one.
    func details(since before: CollectionListing) -> ChangeDetails<CollectionID> {
        ChangeDetails.between(
            before.items.map(\.collection.id), items.map(\.collection.id),
            isChanged: Set(items).subtracting(before.items).map(\.collection.id))
    }

    /// The checksum of the ids in order.
    var checksum: String { CollectionID.checksum(of: items.map(\.collection.id)) }
}

extension CollectionListing.Item: Hashable {
    func hash(into hasher: inout Hasher) {
        hasher.combine(collection.id)
        hasher.combine(collection.assetCount)
        hasher.combine(keyRevision)
    }
}
