import PhotoLibrary
import Platform

/// Removed assets that a scan's new files may turn out to be. Where several were the same file, at different times or as
/// copies, the one that was removed last comes back first.
struct TombstoneIndex {
    private var assets: [AssetID: Asset] = [:]
    private var bySize: [Int64: [AssetID]] = [:]
    /// Lengths that the catalogue was asked about already.
    private(set) var checkedSizes: Set<Int64> = []

    mutating func add(_ tombstones: [Tombstone], checking sizes: Set<Int64>) {
        checkedSizes.formUnion(sizes)
        let lastFirst = tombstones.sorted { ($0.removedDate, $0.asset.id) > ($1.removedDate, $1.asset.id) }
        for tombstone in lastFirst where assets[tombstone.asset.id] == nil {
            assets[tombstone.asset.id] = tombstone.asset
            bySize[tombstone.asset.primary.stamp.size, default: []].append(tombstone.asset.id)
        }
    }

    func hasAsset(ofSize size: Int64) -> Bool { bySize[size] != nil }

    /// Whether one of that length can be told by its content.
    func hasFingerprint(ofSize size: Int64) -> Bool {
        bySize[size]?.contains { assets[$0]?.primary.fingerprint != nil } ?? false
    }

    /// Takes out the asset whose file was this very file in this very state.
    mutating func take(_ stamp: FileStamp) -> Asset? {
        take(ofSize: stamp.size) { $0.primary.stamp.isSameContent(as: stamp) }
    }

    /// Takes out an asset with this content, those with this name before others.
    mutating func take(_ fingerprint: Fingerprint, size: Int64, name: FileName) -> Asset? {
        take(ofSize: size) { $0.primary.fingerprint == fingerprint && $0.primary.filename == name }
            ?? take(ofSize: size) { $0.primary.fingerprint == fingerprint }
    }

    private mutating func take(ofSize size: Int64, where matches: (Asset) -> Bool) -> Asset? {
        guard let place = bySize[size]?.firstIndex(where: { id in assets[id].map(matches) ?? false }) else {
            return nil
        }
        guard let id = bySize[size]?.remove(at: place) else { return nil }
        return assets.removeValue(forKey: id)
    }
}
