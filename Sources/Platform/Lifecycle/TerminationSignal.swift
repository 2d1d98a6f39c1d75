import Dispatch
import Glibc
import Synchronization

/// The wish of a person or the system that the program should end: SIGTERM or SIGINT.
public enum TerminationSignal {
    /// Waits for the first SIGTERM or SIGINT. A second one ends the process at once, as it would have without this.
    /// - Returns: the signal's name; nil where the task was cancelled.
    public static func wait() async -> String? {
        let (signals, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(1))
        let sources = [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")].map { number, name in
            Glibc.signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                Glibc.signal(number, SIG_DFL)
                continuation.yield(name)
            }
            source.resume()
            return source
        }
        defer { sources.forEach { $0.cancel() } }
        var iterator = signals.makeAsyncIterator()
        return await iterator.next()
    }
}
