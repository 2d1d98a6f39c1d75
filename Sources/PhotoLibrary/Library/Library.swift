import Platform
import Synchronization

/// The library: everything that is in memory, kept in step with the catalogue.
public final class Library: Sendable {
    /// Where the library is kept, for reading what is not in memory. Commits go through the library.
    public let catalogue: any Catalogue
    let state: PublishedSnapshot
    let changes: ChangeComputer
    private let keeper: LibraryKeeper

    private init(catalogue: any Catalogue, contents: CatalogueContents) {
        self.catalogue = catalogue
        state = PublishedSnapshot(LibrarySnapshot(libraryID: catalogue.libraryID, contents: contents))
        keeper = LibraryKeeper(catalogue: catalogue, published: state)
        changes = ChangeComputer(catalogue: catalogue, published: state, keeper: keeper)
    }

    /// Loads the library of a catalogue. From then on commits must go through the library alone.
    @concurrent public static func open(_ catalogue: any Catalogue) async throws -> Library {
        Library(catalogue: catalogue, contents: try await catalogue.contents())
    }

    /// The library as of the last commit. Cheap.
    public var snapshot: LibrarySnapshot { state.snapshot }

    /// Gives out ids that the library has never known.
    public var identifiers: IdentifierSource { catalogue.identifiers }

    /// Commits the changes and publishes the next snapshot; returns once both are done. Commits are made one after the
    /// other, in the order in which they were asked for.
    /// - Throws: `CatalogueError`; then nothing has changed.
    @discardableResult
    public func commit(_ changes: [CatalogueChange]) async throws -> Commit {
        try await keeper.update([]) { _ in changes }
    }

    /// Commits what `change` makes of assets as they are when its turn comes: no other commit comes in between.
    /// - Parameters:
    ///   - ids: the assets to read.
    ///   - change: takes those of them that are there. It may read more of the catalogue, and must not commit.
    /// - Throws: `CatalogueError`; then nothing has changed.
    @discardableResult
    public func update(
        _ ids: [AssetID], _ change: @escaping @Sendable ([AssetID: Asset]) async throws -> [CatalogueChange]
    ) async throws -> Commit {
        try await keeper.update(ids, change)
    }

    /// The assets with these ids in all detail, in their order; those that are not there are left out.
    public func assets(_ ids: [AssetID]) async throws -> [Asset] { try await catalogue.assets(ids) }

    /// The result of a fetch: at once where it is kept ready, else computed in O(n log n) and kept up to date from then on,
    /// as long as it is among those asked for last. Nil where the collection does not exist.
    public func fetch(_ request: FetchRequest) async -> FetchResult? {
        if let ready = state.fetch(request) { return ready }
        return await keeper.fetch(request)
    }
}
