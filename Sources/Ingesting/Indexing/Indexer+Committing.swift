import FolderWatching
import MediaDecoding
import PhotoLibrary
import Platform

extension Indexer {
    /// How long to wait for space in the data folder: at first, and at most.
    private static let firstWait = Duration.seconds(1)
    private static let longestWait = Duration.seconds(30)

    /// Commits steps in batches, the first `atomicCount` of them in one.
    /// - Parameter opener: opens files that are not committed yet.
    func commit(
        _ steps: [ReconciledStep], atomicCount: Int, opener: FileOpener, _ result: inout SurveyResult
    ) async throws {
        var start = 0
        while start < steps.count {
            let end = start < atomicCount ? atomicCount : min(start + Self.commitSize, steps.count)
            let batch = steps[start..<end].filter { isWanted($0, opener: opener) }
            let translator = StepTranslator(batch, identifiers: library.identifiers, now: now())
            let readCount = translator.readAssets.count
            report { $0.filesToRead += readCount }
            let isAll = start == 0 && end == steps.count
            let ahead = isAll && readCount > 0 ? try await readAhead(translator, opener: opener) : [:]
            let commit = try await commit(touching: translator.touchedAssets) { assets in
                translator.changes(assets).map { $0.adding(ahead) }
            }
            if !commit.isEmpty { result.isChanged = true }
            unread += translator.readAssets.filter { ahead[$0] == nil }
            beside.formUnion(try await assetsBeside(batch))
            start = end
            try Task.checkCancellation()
        }
    }

    /// Commits what `change` makes of assets as they are now; where the data folder is full, waits until it is not.
    @discardableResult
    func commit(
        touching assets: [AssetID], _ change: @escaping @Sendable ([AssetID: Asset]) -> [CatalogueChange]
    ) async throws -> Commit {
        var wait = Self.firstWait
        while true {
            do {
                let commit = try await library.update(assets) { [grouper] assets in
                    try await grouper.regrouping(change(assets), before: assets)
                }
                knownFolders?.apply(commit)
                return commit
            } catch CatalogueError.storageFull {
                if wait == Self.firstWait { log.warning("the data folder is full; waiting for space") }
            }
            let phase = progress.phase
            report { $0.phase = .waitingForSpace }
            defer { report { $0.phase = phase } }
            try await clock.sleep(for: wait)
            wait = min(wait * 2, Self.longestWait)
        }
    }

    /// Whether a step concerns a picture or a video: a new file whose name does not tell is looked into.
    private func isWanted(_ step: ReconciledStep, opener: FileOpener) -> Bool {
        guard case .insert(let file, let folder) = step, file.guess == .unknown else { return true }
        guard !otherFiles.contains(file.stamp) else { return false }
        guard let opened = try? opener.open(file.name, in: folder) else { return false }
        guard let head = try? opened.read(count: ContentProbe.length, at: 0) else { return false }
        if ContentProbe.isPictureOrVideo(head) { return true }
        otherFiles.insert(file.stamp)
        return false
    }
}

extension CatalogueChange {
    /// The same, with what was read of its asset already.
    fileprivate func adding(_ outcomes: [AssetID: ReadOutcome]) -> CatalogueChange {
        guard case .putAsset(var asset) = self, let outcome = outcomes[asset.id], outcome.apply(to: &asset) else {
            return self
        }
        return .putAsset(asset)
    }
}
