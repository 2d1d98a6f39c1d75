import Platform
import Synchronization

/// One connection with a thread of its own, since every call of SQLite can wait for the disk.
actor SQLiteThread {
    private let executor: BlockingExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let waiting = Atomic<Int>(0)
    private var connection: SQLiteConnection?

    /// Makes a thread without a connection.
    init(label: String) { executor = BlockingExecutor(label: label) }

    /// How many calls wait or run.
    nonisolated var load: Int { waiting.load(ordering: .relaxed) }

    /// Opens the connection.
    /// - Returns: what `open` returns beside it.
    func open<Result: Sendable>(_ open: @Sendable () throws -> (SQLiteConnection, Result)) throws -> Result {
        let (connection, result) = try open()
        self.connection = connection
        return result
    }

    /// Runs `body` on the thread.
    nonisolated func run<Result: Sendable>(
        _ body: @Sendable (SQLiteConnection) throws -> Result
    ) async throws -> Result {
        waiting.add(1, ordering: .relaxed)
        defer { waiting.subtract(1, ordering: .relaxed) }
        return try await runIsolated(body)
    }

    private func runIsolated<Result: Sendable>(
        _ body: @Sendable (SQLiteConnection) throws -> Result
    ) throws -> Result {
        guard let connection else { throw CatalogueError.failed("it is closed") }
        return try body(connection)
    }

    /// Closes the connection, after all calls that came before.
    func close() { connection = nil }
}
