import MediaDecoding
import PhotoLibrary
import Platform

/// The part of a list whose thumbnails a client will want soon, which are made ahead (PhotoKit's
/// `PHCachingImageManager`).
///
/// It moves as the client scrolls: what left it is not made any more, what is in it already is kept.
actor CachingWindow {
    /// How far it is.
    struct Progress: Sendable, Equatable {
        /// Assets in the window.
        var total = 0
        /// Those whose thumbnails are there.
        var cached = 0
        /// Those of which none can be made.
        var failed = 0

        /// Whether nothing more will happen.
        var isDone: Bool { cached + failed >= total }
    }

    /// Assets that a window may have: some screens full before and behind what is seen.
    static let mostAssets = 1000
    /// Thumbnails of one window that are made at once: enough for all decoders, and one client can't fill the queue.
    private static let madeAtOnce = 8
    /// How long thumbnails are made without a word from the client.
    private static let patience = Duration.seconds(60)

    private let services: Services
    private let details: AssetDetails
    private var summaries: [AssetID: AssetSummary] = [:]
    private var request: RenderRequest?
    private var waiting: ArraySlice<AssetSummary> = []
    private var running: [AssetID: (number: Int, task: Task<Void, Never>)] = [:]
    private var outcomes: [AssetID: Bool] = [:]
    private var nextNumber = 0
    private var lastAsked = MonotonicTime.now
    /// Advances with each thumbnail.
    nonisolated let news = VersionSignal(0)

    init(services: Services, details: AssetDetails) {
        self.services = services
        self.details = details
    }

    /// How far it is.
    var progress: Progress {
        lastAsked = .now
        let cached = outcomes.values.count { $0 }
        return Progress(total: summaries.count, cached: cached, failed: outcomes.count - cached)
    }

    /// Makes it the window of these assets, of which the first are made first, in this size and form.
    func move(to assets: [AssetSummary], _ request: RenderRequest) {
        lastAsked = .now
        let wanted = Dictionary(assets.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let kept = request == self.request ? wanted.filter { summaries[$0.key]?.revision == $0.value.revision } : [:]
        for (id, run) in running where kept[id] == nil {
            run.task.cancel()
            running[id] = nil
        }
        outcomes = outcomes.filter { kept[$0.key] != nil }
        summaries = wanted
        self.request = request
        waiting = assets.filter { running[$0.id] == nil && outcomes[$0.id] == nil }[...]
        fill()
        news.advance()
    }

    /// Makes no more.
    func stop() {
        for run in running.values { run.task.cancel() }
        running = [:]
        waiting = []
        summaries = [:]
        outcomes = [:]
        news.advance()
    }

    private func fill() {
        if MonotonicTime.now - lastAsked > Self.patience { return stop() }
        guard let request else { return }
        while running.count < Self.madeAtOnce, let summary = waiting.popFirst() {
            nextNumber += 1
            let number = nextNumber
            running[summary.id] = (
                number,
                Task {
                    let isMade = await make(summary, request)
                    finish(summary.id, number, isMade)
                }
            )
        }
    }

    private nonisolated func make(_ summary: AssetSummary, _ request: RenderRequest) async -> Bool {
        do {
            let detail = try await details.detail(of: summary, in: services.library.snapshot, services)
            _ = try await ThumbnailSource(detail: detail, services: services).image(request, .ahead)
            return true
        } catch {
            return false
        }
    }

    private func finish(_ id: AssetID, _ number: Int, _ isMade: Bool) {
        // One that was cancelled has no say any more.
        guard running[id]?.number == number else { return }
        running[id] = nil
        outcomes[id] = isMade
        fill()
        news.advance()
    }
}
