import Dispatch
import Platform
import Testing

/// Runs tests that start servers: a few at a time, and on threads that may block.
struct EndToEnd: SuiteTrait, TestTrait, TestScoping {
    /// A server on each core: the other tests keep their share.
    private static let gate = Gate(width: availableCores())
    private static let executor = BlockingTasks()

    var isRecursive: Bool { true }

    @concurrent func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        await Self.gate.enter()
        do {
            try await withTaskExecutorPreference(Self.executor) { try await function() }
        } catch {
            await Self.gate.leave()
            throw error
        }
        await Self.gate.leave()
    }
}

extension Trait where Self == EndToEnd {
    /// Runs tests that start servers.
    static var endToEnd: EndToEnd { EndToEnd() }
}

/// Lets a number of tasks in at once.
private actor Gate {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(width: Int) { free = width }

    func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}

/// Threads of Dispatch's, as many as block.
private final class BlockingTasks: TaskExecutor {
    private let queue = DispatchQueue(label: "tests that start servers", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
