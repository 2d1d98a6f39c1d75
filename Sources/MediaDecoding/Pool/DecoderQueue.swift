import Dispatch
import Synchronization

/// What waits for decoder processes: pictures before metadata, both first come, first served, both bounded.
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

    /// How many pictures may wait: ten screens of a large grid.
    static let mostRenders = 2048
    /// How many requests for metadata may wait: 32,768 files.
    static let mostMetadataJobs = 1024

    private struct State {
        var renders = Lane<RenderJob>()
        var metadata = Lane<MetadataJob>()
        var isClosed = false
    }

    private let state = Mutex(State())
    /// Counts jobs, and wakes workers when the queue closes.
    private let arrivals = DispatchSemaphore(value: 0)

    /// Adds a job, or fails it: `overloaded` where too much waits, `cancelled` where the queue is closed.
    func add(_ job: Job) {
        let refusal: DecodeFailure? = state.withLock { state in
            guard !state.isClosed else { return RenderJob.cancelled }
            switch job {
            case .render(let job):
                guard state.renders.count < Self.mostRenders else { return Self.overloaded }
                state.renders.append(job)
            case .metadata(let job):
                guard state.metadata.count < Self.mostMetadataJobs else { return Self.overloaded }
                state.metadata.append(job)
            }
            return nil
        }
        if let refusal { job.fail(refusal) } else { arrivals.signal() }
    }

    /// Waits for a job; nil once the queue is closed. Blocks its thread.
    func next() -> Job? {
        while true {
            arrivals.wait()
            let (job, isClosed): (Job?, Bool) = state.withLock { state in
                if let render = state.renders.popFirst() { return (.render(render), false) }
                return (state.metadata.popFirst().map { .metadata($0) }, state.isClosed)
            }
            if let job { return job }
            if isClosed {
                // The next worker wakes by this.
                arrivals.signal()
                return nil
            }
        }
    }

    /// Fails all that waits and all that comes.
    func close() {
        let waiting: [Job] = state.withLock { state in
            state.isClosed = true
            var jobs: [Job] = []
            while let job = state.renders.popFirst() { jobs.append(.render(job)) }
            while let job = state.metadata.popFirst() { jobs.append(.metadata(job)) }
            return jobs
        }
        for job in waiting { job.fail(RenderJob.cancelled) }
        arrivals.signal()
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
