import Ingesting
import PhotoLibrary
import Platform

/// `contactsheet index`: indexes the folders once and tells how far it is.
struct IndexCommand {
    static func command(environment: [String: FileName]) -> Command {
        Command(
            name: "index", operands: "FOLDER…",
            summary: "Indexes the folders once, so that serving starts with everything in place.",
            options: CommonOptions.library
        ) { arguments in
            try await run(try LibraryConfiguration(arguments, environment: environment))
        }
    }

    private static func run(_ configuration: LibraryConfiguration) async throws -> ExitCode {
        let composition = try await Composition.make(configuration, isServing: false)
        let indexer = composition.indexer
        let isTerminal = ProcessFacts.standardErrorIsTerminal
        let telling = Task {
            var last = ""
            while !Task.isCancelled {
                try? await Task.sleep(for: isTerminal ? .milliseconds(200) : .seconds(5))
                let line = ProgressLine(indexer.progress, at: .now).text
                if line != last, !Task.isCancelled { show(line, isTerminal: isTerminal) }
                last = line
            }
        }
        let ending = Task {
            guard let signal = await TerminationSignal.wait() else { return }
            configuration.log.info("ending", ["signal": signal])
            await indexer.stop()
        }
        defer {
            telling.cancel()
            ending.cancel()
        }
        do {
            try await indexer.rescan()
        } catch is CancellationError {
            await composition.close()
            return .failure
        }
        let progress = indexer.progress
        show(
            ProgressLine(progress, at: .now).summary(assetCount: composition.library.snapshot.assetCount),
            isTerminal: isTerminal)
        if isTerminal { CommandLineTool.complain("\n") }
        await composition.close()
        return .success
    }

    /// One line on standard error, which on a terminal takes the place of the one before.
    private static func show(_ line: String, isTerminal: Bool) {
        CommandLineTool.complain(isTerminal ? "\r\u{1B}[K\(line)" : line + "\n")
    }
}
