public import Platform
import Synchronization

/// An HTTP/1.1 server: one event loop a core, each with its own listening sockets and connections.
public final class HTTPServer: Sendable {
    private let configuration: ServerConfiguration
    private let log: Log
    private let workers = Mutex<[Worker]>([])

    /// Makes a server that does not listen yet.
    public init(configuration: ServerConfiguration, log: Log) {
        self.configuration = configuration
        self.log = log
    }

    /// Listens and answers from now on. To be called once.
    /// - Returns: the addresses, with the ports that the kernel chose where the configuration has 0.
    /// - Throws: what kept an address from being listened on, such as `EADDRINUSE`.
    public func start(_ router: Router) async throws(SystemError) -> [SocketAddress] {
        ignoreBrokenPipes()
        let share = (configuration.limits.connections + configuration.loops - 1) / configuration.loops
        var made: [Worker] = []
        var addresses = configuration.addresses
        for number in 0..<configuration.loops {
            let worker = Worker(
                loop: try EventLoop(label: "http-\(number)"), router: router, limits: configuration.limits,
                connectionLimit: share, log: log)
            try worker.start()
            made.append(worker)
            do throws(SystemError) {
                for index in addresses.indices {
                    let listener = try ListeningSocket(addresses[index], isFirst: number == 0)
                    addresses[index] = try listener.address()
                    try await worker.listen(listener)
                }
            } catch {
                for worker in made { await Self.stop(worker, deadline: .now) }
                throw error
            }
        }
        let workersMade = made
        workers.withLock { $0 = workersMade }
        return addresses
    }

    /// Takes no more connections, lets the requests that are under way finish, and stops the loops.
    /// - Parameter deadline: what is not finished by then is cut off.
    public func shutdown(deadline: Duration) async {
        let end = MonotonicTime.now + deadline
        let workers = self.workers.withLock { workers in
            defer { workers = [] }
            return workers
        }
        await withTaskGroup { group in
            for worker in workers { group.addTask { await Self.stop(worker, deadline: end) } }
        }
    }

    /// What all loops have done so far.
    public func metrics() async -> ServerMetrics {
        var sum = ServerMetrics()
        for worker in workers.withLock({ $0 }) { sum.add(await worker.metrics()) }
        return sum
    }

    private static func stop(_ worker: Worker, deadline: MonotonicTime) async {
        await worker.shutDown(deadline: deadline)
        await worker.loop.stop()
    }
}
