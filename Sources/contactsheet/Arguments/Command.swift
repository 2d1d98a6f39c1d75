import Platform

/// One of the program's commands, with what its help says.
struct Command: Sendable {
    /// The word that chooses it.
    let name: String
    /// What comes after the options, for the help.
    let operands: String
    /// What it does, in one sentence.
    let summary: String
    /// The options it takes.
    let options: [Option]
    /// Does it; gives the exit code.
    let run: @Sendable (Arguments) async throws -> ExitCode

    /// The text of `contactsheet NAME --help`.
    var help: String {
        var text =
            "usage: contactsheet \(name) [options] \(operands)\n\n\(summary)\n\nOptions (each also as the variable):\n"
        for option in options {
            let flag = option.placeholder.map { "\(option.flag) \($0)" } ?? option.flag
            text += "  \(flag)\n      \(option.help)\(option.repeats ? " Can be given several times." : "")"
            text += " [\(option.variable)]\n"
        }
        return text + "Folders can also be given in \(CommonOptions.foldersVariable), with colons between them.\n"
    }
}

/// How the program ends.
enum ExitCode: CInt {
    /// All is well.
    case success = 0
    /// Something could not be done; a line on standard error says what.
    case failure = 1
    /// The program was called in a wrong way.
    case usage = 2
}
