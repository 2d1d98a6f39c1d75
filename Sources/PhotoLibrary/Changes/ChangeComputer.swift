import Platform
import Synchronization

/// Works out what changed between an older version and now, once for all who ask the same.
///
/// Runs on a thread of its own, so that long differences hold up neither commits nor those who serve clients.
actor ChangeComputer {
    /// What has become of a fetch.
    struct Answer: Sendable {
        let change: FetchChange
        /// Length of the older list, where that is known.
        let countBefore: Int?
        let now: FetchResult
    }

    /// Most entries of all answers that are kept for the next who asks the same.
    static let sharedEntryLimit = 200_000

    private struct Question: Hashable {
        let request: FetchRequest
        let version: Version
    }

    private let executor = BlockingExecutor(label: "contactsheet.changes")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    nonisolated let statistics = Mutex(ChangeStatistics())
    private let published: PublishedSnapshot
    private let keeper: LibraryKeeper
    private let reader: PastReader
    /// Answers that lead to one version: nobody asks for what leads to an older one any more.
    private var shared: [Question: Answer] = [:]
    private var sharedVersion: Version = 0
    private var sharedEntryCount = 0
    /// Lists of collections at one version, by what is seen; nil where that is all.
    private var collectionLists: [FetchFilter?: CollectionList] = [:]
    private var collectionsVersion: Version = 0
    /// Changes that lead to `collectionLists`.
    private var sharedCollections: [CollectionsQuestion: CollectionsChange] = [:]

    private struct CollectionsQuestion: Hashable {
        let filter: FetchFilter?
        let version: Version
    }

    /// Makes a computer.
    init(catalogue: any Catalogue, published: PublishedSnapshot, keeper: LibraryKeeper) {
        self.published = published
        self.keeper = keeper
        reader = PastReader(catalogue: catalogue, published: published)
    }

    /// What has become of a fetch since a version; nil where there is no such collection now.
    func change(of request: FetchRequest, since version: Version) async throws -> Answer? {
        guard let (snapshot, now) = await current(request) else { return nil }
        let question = Question(request: request, version: version)
        if let answer = shared(question, now.version) { return answer }
        let start = ContinuousClock.now
        let answer: Answer
        switch try await past(version, before: snapshot) {
        case .failure(let reason): answer = Answer(change: .reload(reason), countBefore: nil, now: now)
        case .success(let past):
            // Somebody else may have asked the same meanwhile.
            if let answer = shared(question, now.version) { return answer }
            answer = Self.answer(from: past, to: snapshot, now)
        }
        statistics.withLock { $0.add(.now - start) }
        share(answer, question)
        return answer
    }

    /// The list of collections now, made once for each version.
    func collections(within filter: FetchFilter?) -> CollectionList {
        collections(of: published.snapshot, within: filter)
    }

    private func collections(of snapshot: LibrarySnapshot, within filter: FetchFilter?) -> CollectionList {
        if collectionsVersion != snapshot.version {
            collectionsVersion = snapshot.version
            collectionLists = [:]
            sharedCollections = [:]
        }
        if let list = collectionLists[filter] { return list }
        let list = CollectionList(snapshot, within: filter)
        collectionLists[filter] = list
        return list
    }

    /// What has become of the list of collections since a version.
    func collectionsChange(since version: Version, within filter: FetchFilter?) async throws -> CollectionsChange {
        let snapshot = published.snapshot
        let past = try await past(version, before: snapshot)
        let now = collections(of: snapshot, within: filter)
        let question = CollectionsQuestion(filter: filter, version: version)
        if let change = sharedCollections[question] { return change }
        let change: CollectionsChange
        switch past {
        case .failure(let reason): change = CollectionsChange(outcome: .reload(reason), now: now)
        case .success(let past):
            let details = now.details(
                since: CollectionList(past.snapshot, within: filter), touched: past.touched)
            change = CollectionsChange(outcome: .incremental(details), now: now)
        }
        sharedCollections[question] = change
        return change
    }

    /// The library as it was at a version; nil where that can't be told.
    func snapshot(at version: Version) async throws -> LibrarySnapshot? {
        guard case .success(let past) = try await past(version, before: published.snapshot) else { return nil }
        return past.snapshot
    }

    /// The result of a fetch as it was at a version; nil where that can't be told or there was no such collection.
    func fetch(_ request: FetchRequest, at version: Version) async throws -> FetchResult? {
        let now = published.snapshot
        guard case .success(let past) = try await past(version, before: now) else { return nil }
        return past.result(of: request, before: now.fetch(request))
    }

    private func past(
        _ version: Version, before now: LibrarySnapshot
    ) async throws -> Result<PastLibrary, FetchChange.Reason> {
        if version == now.version { return .success(PastLibrary(snapshot: now, touched: TouchedThings())) }
        guard version >= 0, version < now.version else { return .failure(.tokenExpired) }
        let history = published.history
        if let held = history.snapshot(at: version), let touched = history.touched(since: version, upTo: now.version) {
            return .success(PastLibrary(snapshot: held, touched: touched))
        }
        return try await reader.read(version, before: now)
    }

    private func current(_ request: FetchRequest) async -> (LibrarySnapshot, FetchResult)? {
        var snapshot = published.snapshot(using: request)
        if snapshot == nil { snapshot = await keeper.snapshot(keeping: request) }
        guard let snapshot, let result = snapshot.fetch(request) else { return nil }
        return (snapshot, result)
    }

    private static func answer(from past: PastLibrary, to snapshot: LibrarySnapshot, _ now: FetchResult) -> Answer {
        // A collection that did not exist yet was empty.
        let before =
            past.result(of: now.request, before: now)
            ?? FetchResult(
                request: now.request, version: past.snapshot.version,
                entries: FetchEntries(key: now.request.sort.key), assets: past.snapshot.assets)
        var touched = past.touched.assets
        let restated = past.restated(in: now, of: snapshot)
        guard restated.count <= now.worthwhileEntries else {
            return Answer(change: .reload(.tooLarge), countBefore: before.count, now: now)
        }
        for id in restated { touched[id, default: []].formUnion(.state) }
        return Answer(change: before.change(to: now, touched: touched), countBefore: before.count, now: now)
    }

    private func shared(_ question: Question, _ version: Version) -> Answer? {
        version == sharedVersion ? shared[question] : nil
    }

    private func share(_ answer: Answer, _ question: Question) {
        if answer.now.version > sharedVersion {
            sharedVersion = answer.now.version
            sharedEntryCount = 0
            shared = [:]
        }
        var entryCount = 1
        if case .incremental(let details) = answer.change { entryCount += details.entryCount }
        guard answer.now.version == sharedVersion, sharedEntryCount + entryCount <= Self.sharedEntryLimit else {
            return
        }
        sharedEntryCount += entryCount
        shared[question] = answer
    }
}
