import FolderWatching
import MediaDecoding
import PhotoLibrary
import Platform
import Synchronization

extension Indexer {
    /// Files that go to the decoder at once: enough to make the way there cheap, few enough to spread over all decoders.
    private static let batchSize = 32
    /// Batches with the decoder at once: two for each of a few decoders, so that none waits for the next.
    private static let batchesInFlight = 8
    /// Outcomes that may wait for the commit before them, some 2 kB each; reading pauses beyond.
    private static let outcomeLimit = 4 * commitSize

    /// Files that are read before they are listed, and for how long that may hold up listing them.
    private static let aheadLimit = 16
    private static let aheadTime = Duration.milliseconds(50)

    private enum Event: Sendable {
        case read([(file: ReadFile, results: [Result<MediaMetadata, DecodeFailure>])])
        /// With the assets that are still to be read.
        case committed(again: [AssetID])
    }

    /// Assets whose outcome was of no use.
    private final class Leftover: Sendable {
        let ids = Mutex<[AssetID]>([])
    }

    /// Reads every file that was not read yet. What was not there or did not hold still is left to the teller.
    /// - Returns: whether nothing is left that nobody will read.
    func read() async throws -> Bool {
        let start = now()
        report {
            $0.phase = .reading
            $0.readingSince = $0.readingSince ?? start
        }
        let unsteady = try await read(PendingPages(catalogue: library.catalogue, .pending(nil)))
        if unsteady.isEmpty { return true }
        teller?.read(unsteady.map(\.id))
        return teller != nil
    }

    /// Reads the files of these assets, as far as they are still to be read.
    /// - Returns: those whose files were not there or did not hold still.
    func read(listed ids: [AssetID]) async throws -> [Asset] {
        try await read(PendingPages(catalogue: library.catalogue, .pending(ids)))
    }

    func read(_ pages: PendingPages, batches: Int = batchesInFlight) async throws -> [Asset] {
        var pages = pages
        var outcomes: [ReadOutcome] = []
        var unsteady: [Asset] = []
        var isCommitting = false
        var inFlight = 0
        try await withThrowingTaskGroup(of: Event.self) { group in
            while true {
                while inFlight < batches && outcomes.count < Self.outcomeLimit {
                    let batch = try await pages.next(Self.batchSize)
                    if batch.isEmpty { break }
                    let snapshot = library.snapshot
                    let reachable = batch.filter { snapshot.isOnline($0.folderID) }
                    if reachable.isEmpty { continue }
                    let files = reachable.map { ReadFile($0, opener: opener, finder: finder) }
                    group.addTask { [decoder] in
                        .read(await files.read(by: decoder))
                    }
                    inFlight += 1
                }
                if !isCommitting && (outcomes.count >= Self.commitSize || (inFlight == 0 && !outcomes.isEmpty)) {
                    let batch = outcomes
                    outcomes = []
                    isCommitting = true
                    group.addTask {
                        .committed(again: try await self.commit(batch))
                    }
                }
                guard let event = try await group.next() else { return }
                switch event {
                case .committed(let again):
                    isCommitting = false
                    if !again.isEmpty { unsteady += try await library.assets(again) }
                case .read(let results):
                    inFlight -= 1
                    for (file, results) in results {
                        if let outcome = try outcome(of: file, results) {
                            outcomes.append(outcome)
                        } else {
                            unsteady.append(file.asset)
                        }
                    }
                }
            }
        }
        return unsteady
    }

    /// Reads the files of a few new or changed assets before these are committed, so that one commit has all.
    ///
    /// What takes too long is committed without, and read after.
    func readAhead(_ translator: StepTranslator, opener: FileOpener) async throws -> [AssetID: ReadOutcome] {
        guard teller != nil, translator.readAssets.count <= Self.aheadLimit else { return [:] }
        let touched = try await library.assets(translator.touchedAssets)
        let known = Dictionary(touched.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let files = translator.changes(known).compactMap { change -> ReadFile? in
            guard case .putAsset(let asset) = change, asset.primary.state == .pending else { return nil }
            return ReadFile(asset, opener: opener, finder: SidecarFinder(opener: opener, filter: filter))
        }
        let reading = Task { [decoder] in await files.read(by: decoder) }
        guard let results = await reading.value(within: Self.aheadTime) else { return [:] }
        var outcomes: [AssetID: ReadOutcome] = [:]
        for (file, results) in results { outcomes[file.asset.id] = try outcome(of: file, results) }
        return outcomes
    }

    /// What a file's result says; nil where the file is to be read again.
    private func outcome(
        of file: ReadFile, _ results: [Result<MediaMetadata, DecodeFailure>]
    ) throws -> ReadOutcome? {
        let (result, sidecars) = file.combine(results, identifiers: library.identifiers)
        var fingerprint: Fingerprint?
        if case .failure(let failure) = result {
            switch failure.code {
            case .cancelled: throw CancellationError()
            case .overloaded: return nil
            case .unreadable where file.isGone: return nil
            default: fingerprint = file.fingerprint()
            }
        }
        // What was opened under that name may be another file by now.
        if file.stamp.inode != file.asset.primary.stamp.inode || file.isChanging(now: now()) { return nil }
        let isRereading = file.asset.primary.state != .pending
        if isRereading { rereading.withLock { $0.done += 1 } }
        report {
            guard !isRereading else { return }
            $0.filesRead += 1
            $0.bytesRead += file.stamp.size
            if case .failure = result { $0.failures += 1 }
        }
        return ReadOutcome(
            assetID: file.asset.id, listed: file.asset.primary.stamp, stamp: file.stamp, result: result,
            isRereading: file.asset.primary.state != .pending, sidecars: sidecars, fingerprint: fingerprint)
    }

    /// Commits what was read.
    /// - Returns: assets that are still to be read, since their files were touched or moved meanwhile.
    private func commit(_ outcomes: [ReadOutcome]) async throws -> [AssetID] {
        let leftover = Leftover()
        try await commit(touching: outcomes.map(\.assetID)) { assets in
            var left: [AssetID] = []
            let changes = outcomes.compactMap { outcome -> CatalogueChange? in
                guard var asset = assets[outcome.assetID] else { return nil }
                if outcome.apply(to: &asset) { return .putAsset(asset) }
                if asset.primary.state == .pending { left.append(asset.id) }
                return nil
            }
            // It may be called again, once there is space.
            leftover.ids.withLock { $0 = left }
            return changes
        }
        return leftover.ids.withLock { $0 }
    }
}

extension Array where Element == ReadFile {
    /// Has files read, with what stands beside them.
    fileprivate func read(
        by decoder: any MediaDecoder
    ) async -> [(file: ReadFile, results: [Result<MediaMetadata, DecodeFailure>])] {
        let media = map(\.media)
        var results = await decoder.metadata(of: media.flatMap { $0 })[...]
        return zip(self, media).map { file, media in
            defer { results = results.dropFirst(media.count) }
            return (file, [Result<MediaMetadata, DecodeFailure>](results.prefix(media.count)))
        }
    }
}
