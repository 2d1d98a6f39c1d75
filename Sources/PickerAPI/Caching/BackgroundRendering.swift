import MediaDecoding
import PhotoLibrary
import Platform
import Synchronization

/// Makes a thumbnail and a placeholder of every asset while there is nothing better to do, newest first.
///
/// What somebody waits for, or will soon, and what is read of files go before: see `RenderPriority`.
public final class BackgroundRendering: Sendable {
    /// How far it is.
    public struct Progress: Sendable, Equatable {
        /// What it does.
        public enum State: String, Sendable, CaseIterable { case off, idle, running, full }

        /// What it does.
        public var state = State.off
        /// Assets that are looked at in this round.
        public var total = 0
        /// Those whose thumbnails are there.
        public var done = 0
        /// Those of which none can be made.
        public var failed = 0

        /// No progress yet.
        public init() {}
    }

    /// Assets whose files are looked for at once.
    private static let batchSize = 64
    /// Thumbnails that are made at once: a decoder has the next while the last is stored.
    private static let madeAtOnce = 2
    /// Placeholders that are committed at once: each commit is told to all clients.
    private static let placeholdersAtOnce = 512
    /// Changes that are looked at one by one.
    private static let mostChanges = 10_000
    /// How often the library is looked at for more to do, at most.
    private static let interval = Duration.seconds(2)
    /// How often the log tells how far it is.
    private static let logInterval = Duration.seconds(60)

    /// What of it the rest of the house sees.
    final class Meter: Sendable {
        fileprivate let state = Mutex(Progress())

        /// How far it is.
        var progress: Progress { state.withLock { $0 } }
    }

    private let services: Services

    /// Makes it; nothing happens before `run`.
    public init(_ services: Services) { self.services = services }

    private func note(_ change: (inout Progress) -> Void) { services.rendering.state.withLock { change(&$0) } }

    /// Makes thumbnails of all that is in the library, and of what comes, until the task is cancelled.
    public func run() async {
        var seen: Version = -1
        var lastRoots: Set<FolderID> = []
        while !Task.isCancelled {
            if services.status().indexState == .idle {
                // What could not be reached does not change when it can be.
                let roots = Set(services.library.snapshot.roots.filter(\.isOnline).map(\.id))
                if !roots.isSubset(of: lastRoots) { seen = -1 }
                lastRoots = roots
                seen = await makeAll(after: seen)
                await services.library.waitForCommit(after: seen)
            }
            try? await Task.sleep(for: Self.interval)
        }
        note { $0.state = .off }
    }

    /// Makes thumbnails of what was changed after a version.
    /// - Returns: the version that was looked at.
    func makeAll(after seen: Version) async -> Version {
        guard let list = await services.library.fetch(FetchRequest(.all, sort: CollectionID.all.defaultSort)) else {
            return seen
        }
        let changed = await changedAssets(after: seen, upTo: list.version)
        let total = changed?.count ?? list.count
        guard total > 0 else { return list.version }
        note {
            $0 = Progress()
            $0.state = .running
            $0.total = total
        }
        var placeholders: [Placed] = []
        var lastLog = ContinuousClock.now
        for start in stride(from: 0, to: total, by: Self.batchSize) {
            let range = start..<min(start + Self.batchSize, total)
            guard !Task.isCancelled, !services.thumbnails.isNearlyFull else { break }
            placeholders += await make(changed.map { Array($0[range]) } ?? list.summaries(in: range))
            if placeholders.count >= Self.placeholdersAtOnce { await commit(&placeholders) }
            if ContinuousClock.now - lastLog > Self.logInterval {
                lastLog = .now
                log("thumbnails are being made in the background")
            }
        }
        await commit(&placeholders)
        let isFull = services.thumbnails.isNearlyFull
        note { $0.state = isFull ? .full : .idle }
        if isFull {
            log("no more thumbnails are made in the background: their space is full")
        } else if changed == nil {
            log("thumbnails are made")
        }
        return list.version
    }

    /// The assets that changed between two versions; nil where so many did that all are better looked at.
    private func changedAssets(after seen: Version, upTo now: Version) async -> [AssetSummary]? {
        guard seen >= 0,
            case .commits(let commits)? = try? await services.library.catalogue.changes(
                since: seen, through: now, limit: Self.mostChanges)
        else { return nil }
        let snapshot = services.library.snapshot
        return Set(commits.flatMap { $0.assets.map(\.id) }).sorted().compactMap { snapshot.summary(of: $0) }
    }

    private func log(_ text: StaticString) {
        let progress = services.rendering.progress
        services.log.info(text, ["done": progress.done, "failed": progress.failed, "of": progress.total])
    }

    /// A placeholder of an asset's content.
    private struct Placed: Sendable {
        let id: AssetID
        let contentTag: String
        let text: String
    }

    private func make(_ summaries: [AssetSummary]) async -> [Placed] {
        let snapshot = services.library.snapshot
        let assets: [Asset]
        do {
            assets = try await services.library.assets(summaries.map(\.id))
        } catch {
            services.log.warning("assets can't be read for their thumbnails", ["reason": "\(error)"])
            note { $0.failed += summaries.count }
            return []
        }
        let sources = assets.compactMap { asset -> ThumbnailSource? in
            guard let summary = snapshot.summary(of: asset.id), snapshot.state(of: summary) == .ready else {
                return nil
            }
            let detail = AssetDetail(asset, revision: summary.revision, state: .ready)
            return ThumbnailSource(detail: detail, services: services)
        }
        let areStored = await services.thumbnails.areStored(sources.map { $0.key($0.base) })
        let needed = zip(sources, areStored).filter { !$1 || !$0.detail.hasPlaceholder }.map(\.0)
        let skipped = summaries.count - needed.count
        note { $0.done += skipped }
        return await withTaskGroup(of: Placed?.self) { group in
            var rest = needed[...]
            var placed: [Placed] = []
            func addNext() {
                guard let source = rest.popFirst() else { return }
                group.addTask { await self.make(source) }
            }
            for _ in 0..<Self.madeAtOnce { addNext() }
            while let next = await group.next() {
                if let next { placed.append(next) }
                addNext()
            }
            return placed
        }
    }

    private func make(_ source: ThumbnailSource) async -> Placed? {
        do {
            let image = try await source.image(source.base, .background)
            note { $0.done += 1 }
            guard !source.detail.hasPlaceholder, let text = try await placeholder(of: image) else { return nil }
            return Placed(id: source.detail.id, contentTag: source.detail.contentTag, text: text)
        } catch {
            note { $0.failed += 1 }
            return nil
        }
    }

    /// The placeholder that came with a picture; one that was stored is made once more for it.
    private func placeholder(of image: RenderedImage) async throws(DecodeFailure) -> String? {
        if let text = image.placeholder { return text }
        guard !image.isPartial else { return nil }
        return try await services.decoder.render(
            MediaFile(image), .base(of: image.pixelSize), RenderTicket(.background)
        ).placeholder
    }

    private func commit(_ placeholders: inout [Placed]) async {
        let texts = Dictionary(placeholders.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        placeholders = []
        guard !texts.isEmpty else { return }
        do {
            try await services.library.update(Array(texts.keys)) { assets in
                assets.values.sorted { $0.id < $1.id }.compactMap { asset in
                    // It may show something else by now.
                    guard let placed = texts[asset.id], asset.shown.contentTag == placed.contentTag else { return nil }
                    var asset = asset
                    asset.details[.thumbHash] = placed.text
                    return .putAsset(asset)
                }
            }
        } catch {
            services.log.warning("placeholders can't be kept", ["reason": "\(error)"])
        }
    }
}

extension ThumbnailSource {
    /// What is made of it ahead of any request.
    fileprivate var base: RenderRequest { .base(of: detail.pixelSize) }
}
