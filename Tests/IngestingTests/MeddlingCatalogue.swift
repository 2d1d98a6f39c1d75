import PhotoLibrary
import Platform
import Synchronization

/// A catalogue whose commits can be made to fail, and that counts runs.
final class MeddlingCatalogue: Catalogue {
    private let base: any Catalogue
    private let state = Mutex((full: 0, runs: 0, commits: [Commit](), orphans: 0))

    init(_ base: any Catalogue) { self.base = base }

    /// How many commits from now on find the data folder full.
    func fill(for count: Int) { state.withLock { $0.full = count } }

    /// What was committed since the last call.
    func takeCommits() -> [Commit] {
        state.withLock { state in
            defer { state.commits = [] }
            return state.commits
        }
    }

    /// How often a commit made an asset the member of one that is not shown.
    var orphanCount: Int { state.withLock { $0.orphans } }

    /// How many runs of an indexer have begun.
    var runCount: Int { state.withLock { $0.runs } }

    var libraryID: LibraryID { base.libraryID }
    var identifiers: IdentifierSource { base.identifiers }

    func commit(_ changes: [CatalogueChange]) async throws -> Commit {
        let isFull = state.withLock { state in
            if state.full > 0 { state.full -= 1; return true }
            return false
        }
        if isFull { throw CatalogueError.storageFull }
        let commit = try await base.commit(changes)
        if !commit.isEmpty { state.withLock { $0.commits.append(commit) } }
        for case let owner? in commit.members.map(\.ownerID) {
            let found = try await base.assets([owner])
            if found.first.map({ $0.membership != nil }) ?? true { state.withLock { $0.orphans += 1 } }
        }
        return commit
    }

    func folders() async throws -> [Folder] {
        state.withLock { $0.runs += 1 }
        return try await base.folders()
    }

    func contents() async throws -> CatalogueContents { try await base.contents() }
    func assets(_ ids: [AssetID]) async throws -> [Asset] { try await base.assets(ids) }
    func removedAssets(_ ids: [AssetID]) async throws -> [Asset] { try await base.removedAssets(ids) }
    func assetIDs(sharing keys: Set<GroupingKey>) async throws -> [AssetID] { try await base.assetIDs(sharing: keys) }
    func files(in folder: FolderID) async throws -> [FileRecord] { try await base.files(in: folder) }
    func files(under folder: FolderID) async throws -> [FileRecord] { try await base.files(under: folder) }
    func files(in folder: FolderID, named names: Set<FileName>) async throws -> [FileRecord] {
        try await base.files(in: folder, named: names)
    }
    func files(in folder: FolderID, stem: FileName) async throws -> [FileRecord] {
        try await base.files(in: folder, stem: stem)
    }
    func files(inodes: Set<UInt64>) async throws -> [FileRecord] { try await base.files(inodes: inodes) }
    func outdatedAssets(readBefore version: Int, limit: Int, after last: AssetID?) async throws -> [Asset] {
        try await base.outdatedAssets(readBefore: version, limit: limit, after: last)
    }
    func pendingAssets(limit: Int, after last: AssetID?) async throws -> [Asset] {
        try await base.pendingAssets(limit: limit, after: last)
    }
    func tombstones(sizes: Set<Int64>) async throws -> [Tombstone] { try await base.tombstones(sizes: sizes) }
    func changes(since first: Version, through last: Version, limit: Int) async throws -> LoggedChanges {
        try await base.changes(since: first, through: last, limit: limit)
    }
    func expire(tombstonesBefore: Timestamp, changesBefore: Timestamp, changeLimit: Int) async throws {
        try await base.expire(
            tombstonesBefore: tombstonesBefore, changesBefore: changesBefore, changeLimit: changeLimit)
    }
    func close() async { await base.close() }
}
