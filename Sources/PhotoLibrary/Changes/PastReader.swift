import Platform

/// Reaches versions that the history does not hold, by taking back what the change log tells.
///
/// Runs on a thread of its own, so that a long way back does not hold up what others wait for.
actor PastReader {
    /// Most touched things taken back to reach an older version: under a second's work. A client that comes back after
    /// more than that had better begin anew.
    static let rollBackLimit = 20_000
    /// Most older versions kept, for all who come back after a restart and those who read page after page of one.
    static let keptLimit = 4

    private let executor = BlockingExecutor(label: "contactsheet.past")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// An older version, with what was touched up to version `base`.
    private struct Rolled {
        let past: PastLibrary
        let base: Version
    }

    private let catalogue: any Catalogue
    private let published: PublishedSnapshot
    private var kept: [Rolled] = []
    private var running: [Version: Task<Result<Rolled, FetchChange.Reason>, any Error>] = [:]

    /// Makes a reader.
    init(catalogue: any Catalogue, published: PublishedSnapshot) {
        self.catalogue = catalogue
        self.published = published
    }

    /// The library at an older version, with what was touched from there to `now`; else why that can't be told.
    func read(
        _ version: Version, before now: LibrarySnapshot
    ) async throws -> Result<PastLibrary, FetchChange.Reason> {
        if let past = kept.first(where: { $0.past.snapshot.version == version }).flatMap({ complete($0, to: now) }) {
            return .success(past)
        }
        let task = running[version] ?? Task { try await rollBack(to: version, from: oldest(before: now)) }
        running[version] = task
        defer { running[version] = nil }
        // Where meanwhile more was committed than the history holds, there is too much to tell.
        return try await task.value.flatMap { rolled in
            complete(rolled, to: now).map(Result.success) ?? .failure(.tooLarge)
        }
    }

    private func oldest(before now: LibrarySnapshot) -> LibrarySnapshot {
        if let oldest = published.history.oldest, oldest.version < now.version { oldest } else { now }
    }

    private func complete(_ rolled: Rolled, to now: LibrarySnapshot) -> PastLibrary? {
        if rolled.base >= now.version { return rolled.past }
        guard let rest = published.history.touched(since: rolled.base, upTo: now.version) else { return nil }
        var touched = rolled.past.touched
        touched.formUnion(rest)
        return PastLibrary(snapshot: rolled.past.snapshot, touched: touched)
    }

    private func rollBack(
        to version: Version, from base: LibrarySnapshot
    ) async throws -> Result<Rolled, FetchChange.Reason> {
        let log: [LoggedCommit]
        switch try await catalogue.changes(since: version, through: base.version, limit: Self.rollBackLimit) {
        case .commits(let commits): log = commits
        case .tooMany: return .failure(.tooLarge)
        case .forgotten: return .failure(.tokenExpired)
        }
        let rolled = Rolled(past: PastLibrary(rollingBack: base, log, to: version), base: base.version)
        kept.removeAll { $0.past.snapshot.version == version }
        kept.append(rolled)
        if kept.count > Self.keptLimit { kept.removeFirst() }
        return .success(rolled)
    }
}
