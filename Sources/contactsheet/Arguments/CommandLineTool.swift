import Platform

/// Chooses the command that the command line names, and runs it.
struct CommandLineTool {
    let commands: [Command]
    let version: String

    /// Runs the command named by the first of `words`.
    func run(_ words: [FileName], environment: [String: FileName]) async -> ExitCode {
        guard let first = words.first?.description else {
            Self.complain(help)
            return .usage
        }
        switch first {
        case "--help", "-h", "help":
            let topic = words.dropFirst().first?.description
            print(commands.first { $0.name == topic }?.help ?? help, terminator: "")
            return .success
        case "--version":
            print("contactsheet \(version)")
            return .success
        default: break
        }
        guard let command = commands.first(where: { $0.name == first }) else {
            Self.complain("contactsheet: unknown command '\(first)'\n\n" + help)
            return .usage
        }
        let rest = words.dropFirst()
        if rest.prefix(while: { $0.bytes != Array("--".utf8) }).contains(where: {
            ["--help", "-h"].contains($0.description)
        }) {
            print(command.help, terminator: "")
            return .success
        }
        do {
            return try await command.run(Arguments(Array(rest), options: command.options, environment: environment))
        } catch let error as UsageError {
            Self.complain("contactsheet: \(error)\nTry 'contactsheet \(command.name) --help'.\n")
            return .usage
        } catch {
            Self.complain("contactsheet: \(error)\n")
            return .failure
        }
    }

    /// The text of `contactsheet --help`.
    var help: String {
        let width = commands.map(\.name.count).max() ?? 0
        let list = commands.map { command in
            "  \(command.name)\(String(repeating: " ", count: width - command.name.count))  \(command.summary)\n"
        }
        return """
            usage: contactsheet COMMAND [options] …

            Turns folders of photos and videos into a photo library over HTTP.

            Commands:
            \(list.joined())
            'contactsheet COMMAND --help' tells a command's options.
            Exit codes: 0 success, 1 failure, 2 wrong usage.

            """
    }

    /// Writes to standard error.
    static func complain(_ text: String) { Log.writeToStandardError(Array(text.utf8)) }
}
