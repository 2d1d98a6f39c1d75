public import Platform

/// Where the library is kept, in the library's own words. It alone gives out versions.
///
/// All reads see whole commits only. An acknowledged commit survives the end of the process at any moment.
public protocol Catalogue: Sendable {
    /// The library that this is.
    var libraryID: LibraryID { get }

    /// Gives out ids that this catalogue has never known.
    var identifiers: IdentifierSource { get }

    /// Applies the changes in order, all or none, under one version more than the last, with one entry in the change
    /// log. Without changes nothing is written and the version stays.
    /// - Throws: `CatalogueError`.
    func commit(_ changes: [CatalogueChange]) async throws -> Commit

    /// Everything that the library keeps in memory, as of one version.
    func contents() async throws -> CatalogueContents

    /// The assets with these ids, in their order; those that are not there are left out.
    func assets(_ ids: [AssetID]) async throws -> [Asset]

    /// Removed assets with these ids as they were last, in order; those that are not there, or expired, are left out.
    func removedAssets(_ ids: [AssetID]) async throws -> [Asset]

    /// Assets that were read and share one of these with each other, members of groups among them, in no order.
    func assetIDs(sharing keys: Set<GroupingKey>) async throws -> [AssetID]

    /// Every folder, parents in no order.
    func folders() async throws -> [Folder]

    /// Every file directly in `folder`.
    func files(in folder: FolderID) async throws -> [FileRecord]

    /// The files directly in `folder` that have one of these names.
    func files(in folder: FolderID, named names: Set<FileName>) async throws -> [FileRecord]

    /// The files directly in `folder` whose names without extension are `stem`.
    func files(in folder: FolderID, stem: FileName) async throws -> [FileRecord]

    /// The files in any folder that had one of these numbers on their device.
    func files(inodes: Set<UInt64>) async throws -> [FileRecord]

    /// Every file in `folder` and in all folders below it.
    func files(under folder: FolderID) async throws -> [FileRecord]

    /// Assets whose main file was not read yet, the last listed first.
    /// - Parameters:
    ///   - limit: how many at most.
    ///   - last: the last asset of the page before; nil for the first page.
    func pendingAssets(limit: Int, after last: AssetID?) async throws -> [Asset]

    /// Assets whose main file was read by a reader older than `version`, the last listed first.
    /// - Parameters:
    ///   - limit: how many at most.
    ///   - last: the last asset of the page before; nil for the first page.
    func outdatedAssets(readBefore version: Int, limit: Int, after last: AssetID?) async throws -> [Asset]

    /// Removed assets, not expired yet, of whose main files one has one of these lengths in bytes.
    func tombstones(sizes: Set<Int64>) async throws -> [Tombstone]

    /// The commits after version `first` up to version `last`.
    /// - Parameter limit: how many touched assets and folders at most.
    func changes(since first: Version, through last: Version, limit: Int) async throws -> LoggedChanges

    /// Forgets tombstones and change-log entries made before these instants, and the oldest entries of the change log
    /// beyond `changeLimit` touched assets and folders.
    func expire(tombstonesBefore: Timestamp, changesBefore: Timestamp, changeLimit: Int) async throws

    /// Ends cleanly; nothing may be asked afterwards.
    func close() async
}
