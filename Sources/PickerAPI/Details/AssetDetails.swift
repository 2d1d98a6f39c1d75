import PhotoLibrary
import Platform
import Synchronization

/// Gives the details of assets, from memory where they were asked for lately, else from the catalogue.
final class AssetDetails: Sendable {
    /// Holds what about 20,000 assets need: more than the pages that people look at, and a small part of the memory.
    static let memoryLimit = 32 << 20

    private let library: Library
    private let cache = Mutex(LeastRecentlyUsedCache<AssetID, AssetDetail>(limit: memoryLimit))

    init(library: Library) { self.library = library }

    /// The details of all of `summaries` in their order, where they are in memory.
    func cached(_ summaries: [AssetSummary], in snapshot: LibrarySnapshot) -> [AssetDetail]? {
        cache.withLock { cache in
            var details: [AssetDetail] = []
            details.reserveCapacity(summaries.count)
            for summary in summaries {
                guard let detail = cache.value(for: summary.id), detail.isTrue(of: summary, in: snapshot) else {
                    return nil
                }
                details.append(detail)
            }
            return details
        }
    }

    /// The details of one asset, where they are in memory.
    func cached(_ summary: AssetSummary, in snapshot: LibrarySnapshot) -> AssetDetail? {
        guard let detail = cache.withLock({ $0.value(for: summary.id) }), detail.isTrue(of: summary, in: snapshot)
        else {
            return nil
        }
        return detail
    }

    /// The details of `summaries` in their order: of those that have gone since, as they were last.
    func load(_ summaries: [AssetSummary], in snapshot: LibrarySnapshot) async throws -> [AssetDetail] {
        var known: [AssetID: AssetDetail] = [:]
        cache.withLock { cache in
            for summary in summaries {
                if let detail = cache.value(for: summary.id), detail.isTrue(of: summary, in: snapshot) {
                    known[summary.id] = detail
                }
            }
        }
        let missing = summaries.filter { known[$0.id] == nil }
        let wanted = Dictionary(missing.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        func take(_ assets: [Asset]) {
            for asset in assets {
                guard let summary = wanted[asset.id] else { continue }
                known[asset.id] = AssetDetail(asset, revision: summary.revision, state: snapshot.state(of: summary))
            }
        }
        take(try await library.assets(missing.map(\.id)))
        let gone = missing.map(\.id).filter { known[$0] == nil }
        if !gone.isEmpty { take(try await library.catalogue.removedAssets(gone)) }
        cache.withLock { cache in
            for summary in missing {
                if let detail = known[summary.id] { cache.insert(detail, for: summary.id, cost: detail.cost) }
            }
        }
        return summaries.compactMap { known[$0.id] }
    }
}

extension AssetDetail {
    fileprivate func isTrue(of summary: AssetSummary, in snapshot: LibrarySnapshot) -> Bool {
        revision == summary.revision && state == snapshot.state(of: summary)
    }
}
