import Glibc

/// Becoming another program.
public enum ProgramReplacement {
    /// Ends this program and runs another in its process (execve(2)); limits and priority stay.
    /// - Parameters:
    ///   - arguments: what follows the program's name.
    ///   - environment: the whole environment, `NAME=value` each.
    ///   - descriptors: what the program finds open, by the numbers that it finds it under; each number is one that is not
    ///     the number of a later descriptor here. All others that are close-on-exec are closed.
    public static func become(
        _ executable: FileName, arguments: [FileName], environment: [String],
        descriptors: [(number: CInt, source: CInt)]
    ) throws(SystemError) -> Never {
        for (number, source) in descriptors {
            if number == source {
                try systemCall("fcntl") { fcntl(number, F_SETFD, 0) }
            } else {
                try systemCall("dup2") { dup2(source, number) }
            }
        }
        let words = CStringArray([executable] + arguments)
        let variables = CStringArray(environment.map { FileName($0) })
        try systemCall("execve", on: executable.description) {
            executable.withCString { execve($0, words.pointers, variables.pointers) }
        }
        fatalError("execve(2) returns only with an error")
    }
}
