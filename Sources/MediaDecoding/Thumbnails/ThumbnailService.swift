public import Platform
import Synchronization

/// Gives thumbnails from memory, from disk, or by rendering them once for any number of callers.
public final class ThumbnailService: Sendable {
    /// What the service has done since it started.
    public struct Statistics: Sendable, Equatable {
        /// Thumbnails that memory had.
        public var memoryHits = 0
        /// Thumbnails that the disk had.
        public var diskHits = 0
        /// Pictures that were rendered of originals.
        public var renders = 0
        /// Pictures that were made of larger ones of ours.
        public var reductions = 0
        /// Renders that failed, remembered failures not counted.
        public var failures = 0
    }

    /// Makes a picture; the ticket says how soon it is wanted.
    public typealias Render = @Sendable (RenderTicket) async throws(DecodeFailure) -> RenderedImage

    /// How many contents that can't be rendered are remembered: about 2 MB of memory.
    private static let mostFailures = 10_000
    /// How many pictures are made at once before somebody asks: a screen of a large grid.
    private static let mostPrepared = 256
    /// How many pictures memory has room for at least.
    private static let leastInMemory = 32
    /// How many calls to the disk run at once: enough to keep a disk busy.
    private static let diskWidth = 4
    /// How often the log says that thumbnails can't be stored.
    private static let warningInterval = Duration.seconds(60)

    private let store: ThumbnailStore
    private let disk = BlockingPool(label: "thumbnails", width: ThumbnailService.diskWidth)
    private let decoder: any MediaDecoder
    private let log: Log
    private let memoryLimit: Int
    private let memory: Mutex<LeastRecentlyUsedCache<ThumbnailKey, RenderedImage>>
    private let failures = Mutex(LeastRecentlyUsedCache<String, DecodeFailure>(limit: ThumbnailService.mostFailures))
    private let flights = Mutex<[ThumbnailKey: ThumbnailFlight]>([:])
    private let preparing = Atomic<Int>(0)
    private let lastWarning = Mutex<ContinuousClock.Instant?>(nil)
    private let counts = Mutex(Statistics())

    /// Opens the store, making its directory where it is missing, and begins to count what is in it.
    /// - Parameters:
    ///   - directory: absolute path of the folder that holds the thumbnails.
    ///   - byteLimit: how much disk they may take.
    ///   - memoryLimit: how many bytes of them are held in memory.
    ///   - decoder: makes thumbnails of larger ones.
    ///   - log: is told where the disk refuses them.
    public init(
        directory: FileName, byteLimit: Int64, memoryLimit: Int = 64 << 20, decoder: any MediaDecoder, log: Log
    ) throws(SystemError) {
        let store = try ThumbnailStore(directory: directory, byteLimit: byteLimit)
        self.store = store
        self.decoder = decoder
        self.log = log
        self.memoryLimit = memoryLimit
        memory = Mutex(LeastRecentlyUsedCache(limit: memoryLimit))
        let disk = disk
        Task {
            do {
                try await disk.run { try store.start() }
            } catch {
                warn(error)
            }
        }
    }

    /// What was done so far.
    public var statistics: Statistics { counts.withLock { $0 } }

    /// Bytes that the thumbnails take on disk.
    public var diskSize: Int64 { store.size }

    /// Gives a thumbnail that is in memory, at once; fit for an event loop.
    public func cached(_ key: ThumbnailKey) -> RenderedImage? {
        guard let image = memory.withLock({ $0.value(for: key) }) else { return nil }
        counts.withLock { $0.memoryHits += 1 }
        return image
    }

    /// Gives the first of some thumbnails that memory or disk has; nil where neither has one.
    public func stored(_ keys: [ThumbnailKey]) async -> RenderedImage? {
        for key in keys {
            if let image = cached(key) { return image }
        }
        let store = store
        let found = try? await disk.run { () -> (ThumbnailKey, RenderedImage)? in
            for key in keys {
                if let image = store.read(key) { return (key, image) }
            }
            return nil
        }
        guard let (key, image) = found ?? nil else { return nil }
        counts.withLock { $0.diskHits += 1 }
        remember(image, for: key)
        return image
    }

    /// Gives a thumbnail, rendering it where neither memory nor disk has it: of a larger one that is there or is being
    /// made, else of the original.
    ///
    /// Callers that ask for one key at the same time share one render, which is cancelled when the last of them is.
    /// A lasting failure is remembered with the content tag and given again without work. A partial picture is held in
    /// memory only.
    /// - Throws: what `render` throws; `cancelled` where the caller's task is.
    public func thumbnail(
        for key: ThumbnailKey, _ priority: RenderPriority = .visible, render: @escaping Render
    ) async throws(DecodeFailure) -> RenderedImage {
        if let image = cached(key) { return image }
        if let failure = failures.withLock({ $0.value(for: key.failureTag) }) { throw failure }
        return try await join(key, priority, render).get()
    }

    /// Which of some thumbnails are on disk.
    public func areStored(_ keys: [ThumbnailKey]) async -> [Bool] {
        let store = store
        return (try? await disk.run { keys.map { store.has($0) } }) ?? keys.map { _ in false }
    }

    /// Whether thumbnails that nobody asked for yet would soon take the place of others.
    public var isNearlyFull: Bool { store.isNearlyFull }

    /// Begins to make a picture that somebody will ask for soon, as one of up to 256.
    public func prepare(_ key: ThumbnailKey, render: @escaping Render) {
        guard preparing.add(1, ordering: .relaxed).newValue <= Self.mostPrepared else {
            preparing.subtract(1, ordering: .relaxed)
            return
        }
        Task {
            _ = try? await thumbnail(for: key, .ahead, render: render)
            preparing.subtract(1, ordering: .relaxed)
        }
    }

    /// How many callers wait for a thumbnail now.
    func waitingCount(for key: ThumbnailKey) -> Int { flights.withLock { $0[key] }?.waitingCount ?? 0 }

    private func join(
        _ key: ThumbnailKey, _ priority: RenderPriority, _ render: @escaping Render
    ) async -> ThumbnailFlight.Answer {
        let flight = flights.withLock { current in
            // One that everybody left is being cancelled: whoever comes now starts another.
            if let flight = current[key], flight.board(priority) { return flight }
            let flight = ThumbnailFlight(priority)
            current[key] = flight
            let ticket = flight.ticket
            flight.start { [self] in
                let stored = await find(key)
                let answer =
                    if let stored { ThumbnailFlight.Answer.success(stored) } else { await make(key, ticket, render) }
                flight.land(answer)
                flights.withLock { if $0[key] === flight { $0[key] = nil } }
                // Those who wait have their answer before the disk is written to.
                if stored == nil, case .success(let image) = answer { await keep(image, for: key) }
            }
            return flight
        }
        return await flight.wait()
    }

    /// Holds a picture in memory, but for one that many others would have to go for.
    private func remember(_ image: RenderedImage, for key: ThumbnailKey) {
        guard image.bytes.count <= memoryLimit / Self.leastInMemory else { return }
        memory.withLock { $0.insert(image, for: key, cost: image.bytes.count) }
    }

    /// Looks on disk.
    private func find(_ key: ThumbnailKey) async -> RenderedImage? {
        let store = store
        guard let image = try? await disk.run({ store.read(key) }) else { return nil }
        counts.withLock { $0.diskHits += 1 }
        remember(image, for: key)
        return image
    }

    private func make(
        _ key: ThumbnailKey, _ ticket: RenderTicket, _ render: Render
    ) async -> ThumbnailFlight.Answer {
        do throws(DecodeFailure) {
            guard !Task.isCancelled else { throw RenderJob.cancelled }
            let image: RenderedImage
            if let reduced = try await reduced(key, ticket) {
                image = reduced
                counts.withLock { $0.reductions += 1 }
            } else {
                image = try await render(ticket)
                counts.withLock { $0.renders += 1 }
            }
            remember(image, for: key)
            return .success(image)
        } catch {
            if error.code != .cancelled { counts.withLock { $0.failures += 1 } }
            if error.isLasting { failures.withLock { $0.insert(error, for: key.failureTag, cost: 1) } }
            return .failure(error)
        }
    }

    /// Makes a thumbnail of a larger one; nil where there is none that is large enough.
    private func reduced(
        _ key: ThumbnailKey, _ ticket: RenderTicket
    ) async throws(DecodeFailure) -> RenderedImage? {
        guard let source = await source(for: key, ticket.priority) else { return nil }
        do throws(DecodeFailure) {
            return try await decoder.render(MediaFile(source), key.request, ticket)
        } catch {
            if error.code == .cancelled { throw error }
            return nil
        }
    }

    private func source(for key: ThumbnailKey, _ priority: RenderPriority) async -> RenderedImage? {
        let sources = key.request.sources.map { ThumbnailKey(contentTag: key.contentTag, request: $0) }
        func isEnough(_ image: RenderedImage, _ source: ThumbnailKey) -> Bool {
            key.request.canBeMade(of: image, source.request)
        }
        for source in sources {
            if let image = memory.withLock({ $0.value(for: source) }), isEnough(image, source) { return image }
        }
        // Others are made only of larger ones, so that nobody waits in a circle. A smaller one may itself wait for the
        // largest.
        for source in sources.reversed() {
            let flight = flights.withLock { flights -> ThumbnailFlight? in
                guard let flight = flights[source], flight.ticket.priority >= priority else { return nil }
                return flight.board(priority) ? flight : nil
            }
            guard let flight else { continue }
            if case .success(let image) = await flight.wait(), isEnough(image, source) { return image }
        }
        let store = store
        let request = key.request
        return try? await disk.run {
            for source in sources {
                if let image = store.read(source), request.canBeMade(of: image, source.request) { return image }
            }
            return nil
        }
    }

    /// Writes a picture to disk, after those who wait have it.
    private func keep(_ image: RenderedImage, for key: ThumbnailKey) async {
        guard !image.isPartial else { return }
        do {
            let store = store
            try await disk.run { try store.write(image, for: key) }
        } catch {
            warn(error)
        }
    }

    private func warn(_ error: any Error) {
        let now = ContinuousClock.now
        let isDue = lastWarning.withLock { last in
            if let last, last.duration(to: now) < Self.warningInterval { return false }
            last = now
            return true
        }
        if isDue { log.warning("Thumbnails can't be stored", ["reason": "\(error)"]) }
    }
}
