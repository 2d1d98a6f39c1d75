import CLinux
import Glibc

/// A process started from here that talks over one stream socket; killed and reaped when this value ends.
public struct ChildProcess: ~Copyable, Sendable {
    /// The process id.
    public let id: CInt
    /// This side of the socket pair; the process has the other as its descriptor 3.
    public let socket: MessageSocket

    /// Starts `executable` with no descriptor but /dev/null as 0 to 2 and the socket as 3 (posix_spawn(3)).
    /// - Parameters:
    ///   - arguments: what follows the program's name.
    ///   - environment: the whole environment, `NAME=value` each.
    public init(executable: FileName, arguments: [String], environment: [String]) throws(SystemError) {
        var pair: [CInt] = [-1, -1]
        try systemCall("socketpair") { clinux_socket_pair(&pair) }
        let ours = FileDescriptor(owning: pair[0])
        let theirs = FileDescriptor(owning: pair[1])
        let path = executable.description
        let words = CStringArray([executable] + arguments.map { FileName($0) })
        let variables = CStringArray(environment.map { FileName($0) })
        id = try systemCall("posix_spawn", on: path) {
            executable.withCString { clinux_spawn($0, words.pointers, variables.pointers, theirs.number) }
        }
        socket = MessageSocket(ours)
    }

    /// Ends the process where it still runs, and says how it ended: `exit 1`, `signal 11`.
    public func end() -> String {
        // ESRCH can't be: only `deinit` reaps the process. One that has ended already keeps the status that it has.
        kill(id, SIGKILL)
        let status = (try? systemCall("waitid") { clinux_wait_for_end(id) }) ?? 0
        return status < 256 ? "exit \(status)" : "signal \(status - 256)"
    }

    deinit {
        kill(id, SIGKILL)
        while waitpid(id, nil, 0) < 0 && errno == EINTR {}
    }
}
