import Dispatch
import Synchronization

/// What waits for decoder processes: pictures that somebody waits for, then metadata, then pictures in the background;
/// all bounded.
///
/// Pictures of many pixels run together only as far as memory goes: see `mostPixels`.
final class DecoderQueue: Sendable {
    /// Work for one process.
    enum Job: Sendable {
        case render(RenderJob)
        case metadata(MetadataJob)

        func fail(_ failure: DecodeFailure) {
            switch self {
            case .render(let job): job.finish(.failure(failure))
            case .metadata(let job): job.fail(failure)
            }
        }
    }

    /// A worker with nothing to do.
    private final class Waiter: Sendable {
        let takesBackground: Bool
        let wake = DispatchSemaphore(value: 0)
        init(takesBackground: Bool) { self.takesBackground = takesBackground }
    }

    /// How many pictures may wait: ten screens of a large grid.
    static let mostRenders = 2048
    /// How many requests for metadata may wait: 32,768 files.
    static let mostMetadataJobs = 1024
    /// Pixels of all originals that are rendered at once, but for one that has more alone: a gigabyte decoded.
    static let mostPixels = 1 << 28

    private struct State {
        var renders = RenderSchedule<ObjectIdentifier, RenderJob>()
        var metadata = Lane<MetadataJob>()
        var idle: [Waiter] = []
        var runningPixels = 0
        var isClosed = false

        mutating func take(background: Bool) -> Job? {
            if let job = takeRender(from: .ahead) { return .render(job) }
            if let job = metadata.popFirst() { return .metadata(job) }
            return background ? takeRender(from: .background).map { .render($0) } : nil
        }

        private mutating func takeRender(from lowest: RenderPriority) -> RenderJob? {
            guard let first = renders.first(from: lowest) else { return nil }
            let pixels = first.value.file.pixelCount
            guard runningPixels == 0 || runningPixels + pixels <= mostPixels else { return nil }
            runningPixels += pixels
            return renders.remove(first.key)
        }

        mutating func takeWaiter(forBackground: Bool) -> Waiter? {
            guard let place = idle.firstIndex(where: { $0.takesBackground || !forBackground }) else { return nil }
            return idle.remove(at: place)
        }
    }

    private let state = Mutex(State())

    /// Adds a job, or fails it: `overloaded` where too much waits, `cancelled` where the queue is closed.
    func add(_ job: Job) {
        let (refusal, waiter): (DecodeFailure?, Waiter?) = state.withLock { state in
            guard !state.isClosed else { return (RenderJob.cancelled, nil) }
            switch job {
            case .render(let job):
                guard state.renders.count < Self.mostRenders else { return (Self.overloaded, nil) }
                let priority = job.ticket.priority
                state.renders.add(job, for: ObjectIdentifier(job), priority)
                return (nil, state.takeWaiter(forBackground: priority == .background))
            case .metadata(let job):
                guard state.metadata.count < Self.mostMetadataJobs else { return (Self.overloaded, nil) }
                state.metadata.append(job)
                return (nil, state.takeWaiter(forBackground: false))
            }
        }
        if let refusal { job.fail(refusal) }
        waiter?.wake.signal()
        if case .render(let job) = job {
            job.ticket.observe { [weak self, weak job] in if let job { self?.raise(job) } }
        }
    }

    /// Gives a render that waits the priority that its ticket says.
    private func raise(_ job: RenderJob) {
        let waiter: Waiter? = state.withLock { state in
            guard state.renders.raise(ObjectIdentifier(job), to: job.ticket.priority) else { return nil }
            return state.takeWaiter(forBackground: false)
        }
        waiter?.wake.signal()
    }

    /// Takes out a render that nobody waits for.
    func remove(_ job: RenderJob) { state.withLock { _ = $0.renders.remove(ObjectIdentifier(job)) } }

    /// How many threads a render may have: those of workers with nothing to do, too, where somebody waits for it.
    func threadCount(for job: RenderJob) -> Int {
        job.ticket.priority == .background ? 1 : 1 + state.withLock { $0.idle.count }
    }

    /// Takes back what a render that was given out took of the pixels.
    func finished(_ job: RenderJob) {
        let waiter: Waiter? = state.withLock { state in
            state.runningPixels -= job.file.pixelCount
            return state.takeWaiter(forBackground: false)
        }
        waiter?.wake.signal()
    }

    /// Waits for a job; nil once the queue is closed. Blocks its thread.
    /// - Parameter background: whether pictures that nobody waits for are given too.
    func next(background: Bool) -> Job? {
        let waiter = Waiter(takesBackground: background)
        while true {
            let (job, isClosed): (Job?, Bool) = state.withLock { state in
                if let job = state.take(background: background) { return (job, false) }
                if !state.isClosed { state.idle.append(waiter) }
                return (nil, state.isClosed)
            }
            if let job { return job }
            if isClosed { return nil }
            waiter.wake.wait()
        }
    }

    /// Fails all that waits and all that comes.
    func close() {
        let (jobs, waiters): ([Job], [Waiter]) = state.withLock { state in
            state.isClosed = true
            var jobs = state.renders.values.map { Job.render($0) }
            state.renders = RenderSchedule()
            while let job = state.metadata.popFirst() { jobs.append(.metadata(job)) }
            defer { state.idle = [] }
            return (jobs, state.idle)
        }
        for job in jobs { job.fail(RenderJob.cancelled) }
        for waiter in waiters { waiter.wake.signal() }
    }

    private static let overloaded = DecodeFailure(.overloaded, "too many pictures wait to be decoded")
}

/// A first-in, first-out list.
private struct Lane<Element: Sendable> {
    private var elements: [Element?] = []
    private var start = 0

    var count: Int { elements.count - start }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard start < elements.count else { return nil }
        defer {
            elements[start] = nil
            start += 1
            if start * 2 > elements.count {
                elements.removeFirst(start)
                start = 0
            }
        }
        return elements[start]
    }
}
