import Dispatch
import Platform
import Synchronization
import Testing

@Suite struct BlockingPoolTests {
    @Test func noMoreThanItsWidthRunsAtOnce() async throws {
        let pool = BlockingPool(label: "test", width: 3)
        let running = Running()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<200 {
                group.addTask {
                    try await pool.run {
                        running.begin()
                        defer { running.end() }
                        return number
                    }
                }
            }
            var sum = 0
            for try await number in group { sum += number }
            #expect(sum == 199 * 100)
        }
        #expect(running.most <= 3)
    }

    /// Without a thread for each call, the calls and the tasks would wait for each other for ever.
    @Test(.timeLimit(.minutes(1))) func tasksRunHoweverManyCallsBlock() async throws {
        let width = 64
        let pool = BlockingPool(label: "test", width: width)
        let gate = DispatchSemaphore(value: 0)
        let (started, signal) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<width {
                group.addTask {
                    try await pool.run {
                        signal.yield()
                        gate.wait()
                    }
                }
            }
            var count = 0
            for await _ in started {
                count += 1
                if count == width { break }
            }
            await Task.detached {}.value
            #expect(count == width)
            for _ in 0..<width { gate.signal() }
            try await group.waitForAll()
        }
    }

    @Test func aFullQueueIsSaidAtOnce() async throws {
        let pool = BlockingPool(label: "test", width: 1, limit: 1)
        let gate = DispatchSemaphore(value: 0)
        let (started, signal) = AsyncStream.makeStream(of: Void.self)
        async let first: Void = pool.run {
            signal.yield()
            gate.wait()
        }
        for await _ in started { break }
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    do {
                        try await pool.run {}
                        return true
                    } catch { return false }
                }
            }
            var outcomes: [Bool] = []
            while let outcome = await group.next() {
                outcomes.append(outcome)
                if !outcome { gate.signal() }
            }
            return outcomes
        }
        try await first
        #expect(outcomes.sorted { !$0 && $1 } == [false, true])
    }
}

private final class Running: Sendable {
    private let counts = Mutex((now: 0, most: 0))
    var most: Int { counts.withLock { $0.most } }
    func begin() { counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
    func end() { counts.withLock { $0.now -= 1 } }
}
