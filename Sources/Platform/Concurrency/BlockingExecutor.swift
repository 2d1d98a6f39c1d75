import Dispatch

/// A serial Dispatch queue as the executor of one actor whose work blocks (SQLite, the disk): it never holds up a
/// thread of the cooperative pool.
public final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// Makes an executor whose queue carries `label` in debuggers.
    public init(label: String) { queue = DispatchQueue(label: label) }

    /// Runs a job of the actor on the queue.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }
}
