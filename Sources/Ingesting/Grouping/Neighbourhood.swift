import PhotoLibrary

/// The files that may belong to changed ones, gathered step by step, and what becomes of them.
struct Neighbourhood {
    /// Changed assets as they will be; nil for those that will be gone.
    private var changed: [AssetID: Asset?] = [:]
    /// What is judged anew, as it will be.
    private var assets: [AssetID: Asset] = [:]
    /// What groups go by of those that were read.
    private var facts: [GroupingFacts] = []
    private var unknownIDs: Set<AssetID> = []
    private var unknownKeys: Set<GroupingKey> = []
    private var knownKeys: Set<GroupingKey> = []

    /// Takes a changed asset.
    mutating func put(_ asset: Asset, before: Asset?) {
        changed[asset.id] = .some(asset)
        // Where nothing that groups go by has changed, the asset only matters to others' changes.
        let old = before.flatMap(GroupingFacts.init)
        let new = GroupingFacts(asset)
        if before != nil, new == old { return }
        enter(asset, new)
        if let before { extend(old, before) }
    }

    /// Takes an asset that goes.
    mutating func remove(_ id: AssetID, before: Asset?) {
        changed[id] = .some(nil)
        if let before { extend(GroupingFacts(before), before) }
    }

    /// Takes assets as the catalogue has them.
    mutating func add(_ found: [Asset]) {
        for asset in found { enter(asset, GroupingFacts(asset)) }
    }

    private mutating func enter(_ asset: Asset, _ new: GroupingFacts?) {
        guard assets.updateValue(asset, forKey: asset.id) == nil else { return }
        if let new { facts.append(new) }
        extend(new, asset)
    }

    private mutating func extend(_ facts: GroupingFacts?, _ asset: Asset) {
        if let facts {
            for key in facts.keys where knownKeys.insert(key).inserted { unknownKeys.insert(key) }
        }
        if let owner = asset.membership?.ownerID { unknownIDs.insert(owner) }
        unknownIDs.formUnion(asset.members.map(\.assetID))
    }

    /// Takes out what the catalogue is to be asked for next; nil where all is known.
    mutating func takeUnknown() -> (ids: Set<AssetID>, keys: Set<GroupingKey>)? {
        defer { (unknownIDs, unknownKeys) = ([], []) }
        return unknownIDs.isEmpty && unknownKeys.isEmpty ? nil : (unknownIDs, unknownKeys)
    }

    /// Takes the changed ones among these assets.
    /// - Returns: those that the catalogue is to be asked for.
    mutating func reach(_ ids: Set<AssetID>) -> [AssetID] {
        var unknown: [AssetID] = []
        for id in ids where assets[id] == nil {
            switch changed[id] {
            case .none: unknown.append(id)
            case .some(.none): break
            case .some(.some(let asset)): enter(asset, GroupingFacts(asset))
            }
        }
        return unknown
    }

    /// The assets that become others by being judged anew.
    func judged() -> [AssetID: Asset] {
        let memberships = Grouping(facts).memberships
        let owners = Dictionary(grouping: memberships.values, by: \.ownerID).mapValues { Set($0.map(\.kind)) }
        let bursts = Dictionary(facts.map { ($0.id, $0.shownBurst) }, uniquingKeysWith: { first, _ in first })
        var result: [AssetID: Asset] = [:]
        for asset in assets.values {
            var judged = asset
            let membership = memberships[asset.id]
            let kinds = owners[asset.id] ?? []
            judged.membership = membership
            if let burst = bursts[asset.id] { judged.burstIdentifier = burst }
            judged.mediaSubtypes.set(.livePhoto, asset.motionVideo != nil || kinds.contains(.pairedVideo))
            judged.mediaSubtypes.set(.raw, asset.decodedSubtypes.contains(.raw) || kinds.contains(.alternatePhoto))
            judged.mediaSubtypes.set(.burst, kinds.contains(.burstPhoto) || membership?.kind == .burstPhoto)
            if judged != asset { result[asset.id] = judged }
        }
        return result
    }
}

extension MediaSubtypes {
    fileprivate mutating func set(_ subtypes: MediaSubtypes, _ isSet: Bool) {
        if isSet { formUnion(subtypes) } else { subtract(subtypes) }
    }
}
