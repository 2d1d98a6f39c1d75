import Foundation
public import Glibc
public import Platform
import Synchronization

/// A program that a test started: what it says is gathered while it runs, and it is killed when the test lets go of it.
public final class RunningProgram: Sendable {
    /// How a program ended.
    public enum End: Hashable, Sendable {
        /// By itself, with this code.
        case exit(CInt)
        /// By a signal.
        case signal(CInt)
    }

    /// Why there is nothing to hand out.
    public struct Failure: Error, CustomStringConvertible {
        /// What was waited for, and what the program has said until then.
        public let description: String
    }

    private struct State {
        var output: [UInt8] = []
        var errorOutput: [UInt8] = []
        var openPipes = 2
        var end: End?
    }

    /// The process id.
    public let id: pid_t
    private let state = Mutex(State())
    /// Tells those who wait that `state` is another.
    private let changes = NSCondition()

    /// Starts `executable`.
    /// - Parameters:
    ///   - arguments: what follows the program's name.
    ///   - environment: the variables, all of them.
    public init(_ executable: FileName, _ arguments: [FileName], environment: [String: String] = [:]) throws {
        let output = try Self.pipe()
        let errorOutput = try Self.pipe()
        let words = [executable] + arguments
        let variables = environment.map { FileName("\($0.key)=\($0.value)") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.write, 1)
        posix_spawn_file_actions_adddup2(&actions, errorOutput.write, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Dispatch's threads block signals, and a program would inherit that.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var identifier: pid_t = 0
        let code = Self.withPointers(words) { words in
            Self.withPointers(variables) { variables in
                executable.withCString { posix_spawn(&identifier, $0, &actions, &attributes, words, variables) }
            }
        }
        close(output.write)
        close(errorOutput.write)
        guard code == 0 else {
            close(output.read)
            close(errorOutput.read)
            throw Failure(description: "\(executable) can't be started: \(String(cString: strerror(code)))")
        }
        id = identifier
        gather(output.read, into: { $0.output += $1 })
        gather(errorOutput.read, into: { $0.errorOutput += $1 })
        Thread.detachNewThread { [self, identifier] in
            // The thread holds this value until the program has ended; `stop` sees to that.
            var info = siginfo_t()
            while waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
            change {
                var status: CInt = 0
                waitpid(identifier, &status, 0)
                let signal = status & 0x7F
                $0.end = signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
            }
        }
    }

    /// What the program has written to its standard output until now.
    public var output: String { String(decoding: state.withLock { $0.output }, as: UTF8.self) }

    /// What the program has written to its standard error until now.
    public var errorOutput: String { String(decoding: state.withLock { $0.errorOutput }, as: UTF8.self) }

    /// Whether it still runs.
    public var isRunning: Bool { state.withLock { $0.end == nil } }

    /// Sends it a signal; nothing where it has ended.
    public func send(_ signal: CInt) {
        // Reaped under the same lock, so the number can't be another's by now.
        state.withLock { if $0.end == nil { kill(id, signal) } }
    }

    /// Waits until the program has ended and its output is complete.
    @discardableResult
    public func waitForEnd(within limit: Duration = .seconds(60)) throws -> End {
        try wait(for: "its end", within: limit) { $0.openPipes == 0 ? $0.end : nil }
    }

    /// Waits for a line on standard error of which `find` makes something.
    public func waitForLine<Found>(
        _ what: String, within limit: Duration = .seconds(60), _ find: (Substring) -> Found?
    ) throws -> Found {
        try wait(for: what, within: limit) { state in
            let text = String(decoding: state.errorOutput, as: UTF8.self)
            for line in text.split(separator: "\n") {
                if let found = find(line) { return found }
            }
            if state.end != nil, state.openPipes == 0 { throw Failure(description: "ended before \(what): \(text)") }
            return nil
        }
    }

    /// Kills it and waits for its end.
    public func stop() {
        send(SIGKILL)
        _ = try? waitForEnd()
    }

    private func wait<Found>(
        for what: String, within limit: Duration, _ find: (borrowing State) throws -> Found?
    ) throws -> Found {
        let deadline = Date(timeIntervalSinceNow: Double(limit.components.seconds))
        changes.lock()
        defer { changes.unlock() }
        while true {
            if let found = try state.withLock({ try find($0) }) { return found }
            guard changes.wait(until: deadline) else {
                throw Failure(description: "waited \(limit) for \(what); standard error: \(errorOutput)")
            }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        changes.lock()
        state.withLock { body(&$0) }
        changes.broadcast()
        changes.unlock()
    }

    private func gather(_ descriptor: CInt, into keep: @escaping @Sendable (inout State, ArraySlice<UInt8>) -> Void) {
        Thread.detachNewThread { [self] in
            var chunk = [UInt8](repeating: 0, count: 65536)
            while true {
                let count = read(descriptor, &chunk, chunk.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { break }
                change { keep(&$0, chunk[..<count]) }
            }
            close(descriptor)
            change { $0.openPipes -= 1 }
        }
    }

    private static func pipe() throws -> (read: CInt, write: CInt) {
        var ends: [CInt] = [-1, -1]
        // Close-on-exec from the start, for which Swift's Glibc has no pipe2(2): a program started at the same time must
        // not hold them open.
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        try systemCall("socketpair") { socketpair(AF_UNIX, kind, 0, &ends) }
        return (ends[0], ends[1])
    }

    private static func withPointers<Result>(
        _ words: [FileName], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = words.map { $0.withCString { strdup($0) } }
        defer { pointers.forEach { free($0) } }
        return body(pointers + [nil])
    }
}
