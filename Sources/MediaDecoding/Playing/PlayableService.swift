public import Platform
import Synchronization

/// Gives videos that browsers play, made once for any number of callers of those that they don't play.
public final class PlayableService: Sendable {
    /// What there is for a caller.
    public enum Answer: Sendable {
        /// The video, as MP4.
        case ready(FileDescriptor.Box)
        /// It is being made, and so much of it, 0 to 1, is.
        case making(Double)
    }

    /// Videos that wait for others to be made; what comes beyond is refused.
    private static let queueLimit = 32
    /// How long a video is made on without anybody asking for it: clients ask every second or so.
    private static let patience = Duration.seconds(30)
    /// How many that can't be made are remembered.
    private static let mostFailures = 1000

    /// Whether the program that makes videos playable is installed.
    public static var isAvailable: Bool { fileExists(ConverterProcess.executable) }

    private let store: PlayableStore
    private let converter: @Sendable (PlayableSource, FileDescriptor.Box, PlayableJob) throws(DecodeFailure) -> Void
    private let pool: BlockingPool
    private let disk = BlockingPool(label: "contactsheet.playables.disk", width: 2)
    private let jobs = Mutex<[FileName: PlayableJob]>([:])
    private let failures = Mutex(LeastRecentlyUsedCache<FileName, DecodeFailure>(limit: PlayableService.mostFailures))
    private let now: @Sendable () -> MonotonicTime
    private let log: Log

    /// Opens the store, making its directory where it is missing.
    /// - Parameters:
    ///   - directory: absolute path of the folder that holds the videos.
    ///   - byteLimit: how much disk they may take.
    ///   - executable: this program, which becomes the converter.
    ///   - width: how many are made at once.
    public convenience init(
        directory: FileName, byteLimit: Int64, executable: FileName, width: Int, log: Log
    ) throws(SystemError) {
        try self.init(directory: directory, byteLimit: byteLimit, width: width, log: log, now: { .now }) {
            source, output, job throws(DecodeFailure) in
            try VideoConverter(executable: executable).convert(source, to: output, job)
        }
    }

    /// - Parameter converter: makes one video; blocks.
    init(
        directory: FileName, byteLimit: Int64, width: Int, log: Log, now: @escaping @Sendable () -> MonotonicTime,
        converter: @escaping @Sendable (PlayableSource, FileDescriptor.Box, PlayableJob) throws(DecodeFailure) -> Void
    ) throws(SystemError) {
        store = try PlayableStore(directory: directory, byteLimit: byteLimit)
        pool = BlockingPool(label: "contactsheet.playables", width: width, limit: Self.queueLimit)
        self.now = now
        self.log = log
        self.converter = converter
    }

    /// Gives the video of a source, having it made where it is not there.
    /// - Parameter time: how long to wait for it at most.
    /// - Throws: why it can't be made; `overloaded` where too many wait.
    public func playable(
        _ source: PlayableSource, waiting time: Duration
    ) async throws(DecodeFailure) -> Answer {
        let name = source.filename
        if let file = await find(name) { return .ready(file) }
        if let failure = failures.withLock({ $0.value(for: name) }) { throw failure }
        let job = join(name, source)
        switch await job.wait(time) {
        case nil: return .making(job.progress)
        // It was being given up when this caller came, which says nothing of the video: it is made anew.
        case .failure(let failure) where failure.code == .cancelled:
            return try await playable(source, waiting: time)
        case .failure(let failure): throw failure
        case .success:
            guard let file = await find(name) else { throw DecodeFailure(.overloaded, "there is no room to keep it") }
            return .ready(file)
        }
    }

    private func find(_ name: FileName) async -> FileDescriptor.Box? {
        let store = store
        return try? await disk.run { store.open(name) }
    }

    private func join(_ name: FileName, _ source: PlayableSource) -> PlayableJob {
        jobs.withLock { jobs in
            if let job = jobs[name] { return job }
            let job = PlayableJob(patience: Self.patience, now: now)
            jobs[name] = job
            Task { await run(job, name, source) }
            return job
        }
    }

    private func run(_ job: PlayableJob, _ name: FileName, _ source: PlayableSource) async {
        var answer: PlayableJob.Answer
        do {
            answer = try await pool.run { [self] in
                Result { () throws(DecodeFailure) in try make(job, name, source) }
            }
        } catch {
            answer = .failure(DecodeFailure(.overloaded, "too many videos wait to be made playable"))
        }
        if case .failure(let failure) = answer {
            if failure.isLasting { failures.withLock { $0.insert(failure, for: name, cost: 1) } }
            if failure.code != .cancelled {
                log.info("a video could not be made playable", ["file": source.file.name, "reason": "\(failure)"])
            }
        }
        jobs.withLock { $0[name] = nil }
        job.end(answer)
    }

    private func make(_ job: PlayableJob, _ name: FileName, _ source: PlayableSource) throws(DecodeFailure) {
        guard !job.isAbandoned else { throw DecodeFailure(.cancelled, "nobody asks for it any more") }
        let (temporary, file) = try onDisk { () throws(SystemError) in try store.makeTemporary() }
        do throws(DecodeFailure) {
            try converter(source, file, job)
        } catch {
            store.discard(temporary)
            throw error
        }
        let isKept = try onDisk { () throws(SystemError) in try store.keep(temporary, file, as: name) }
        guard isKept else {
            throw DecodeFailure(.tooLarge, "the playable video is longer than all may be together")
        }
    }

    /// What the data folder refuses says nothing of the video.
    private func onDisk<Value>(_ body: () throws(SystemError) -> Value) throws(DecodeFailure) -> Value {
        do throws(SystemError) {
            return try body()
        } catch {
            throw DecodeFailure(.overloaded, "\(error)")
        }
    }
}
