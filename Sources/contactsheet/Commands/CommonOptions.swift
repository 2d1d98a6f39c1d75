import FolderWatching
import Platform

/// The options that several commands share, read and checked.
enum CommonOptions {
    static let data = Option(
        "data", "DIR",
        help: "Where the catalogue and the thumbnails are kept. Default $XDG_DATA_HOME/contactsheet, else "
            + "~/.local/share/contactsheet.")
    static let include = Option(
        "include", "GLOB", repeats: true, help: "Take only files whose path below their folder matches.")
    static let exclude = Option(
        "exclude", "GLOB", repeats: true, help: "Leave out files and folders whose path below their folder matches.")
    static let decoders = Option(
        "decoders", "N", help: "How many decoder processes read and render. Default one a processor.")
    static let logLevel = Option("log-level", "LEVEL", help: "debug, info (default), warning or error.")
    static let logFormat = Option("log-format", "FORMAT", help: "text (default) or json.")

    /// Where the folders may be given instead of as operands, separated by colons as in `PATH`.
    static let foldersVariable = "CONTACTSHEET_FOLDERS"

    /// What every command that opens the library takes.
    static let library = [data, include, exclude, decoders, logLevel, logFormat]

    /// A machine has at most this many decoders, since each takes a share of the memory.
    static let largestDecoderCount = 64

    /// Which files and folders are looked at.
    static func filter(_ arguments: Arguments) throws(UsageError) -> PathFilter {
        PathFilter(including: try globs(arguments, include), excluding: try globs(arguments, exclude))
    }

    private static func globs(_ arguments: Arguments, _ option: Option) throws(UsageError) -> [Glob] {
        try arguments.all(option).map { value throws(UsageError) in
            do {
                return try Glob(value.text)
            } catch {
                throw value.refused("must be a pattern such as *.tmp or 2019/**")
            }
        }
    }

    static func log(_ arguments: Arguments) throws(UsageError) -> Log {
        Log(
            level: try arguments.word(logLevel, default: Log.Level.info),
            format: try arguments.word(logFormat, default: Log.Format.text))
    }

    static func dataFolder(_ arguments: Arguments, environment: [String: FileName]) throws(UsageError) -> FileName {
        if let given = arguments.value(data) { return try absolute(given.bytes) }
        if let home = environment["XDG_DATA_HOME"], home.bytes.first == UInt8(ascii: "/") {
            return home.appending(FileName("contactsheet"))
        }
        guard let home = environment["HOME"], !home.bytes.isEmpty else {
            throw UsageError(description: "\(data.flag) is needed where neither XDG_DATA_HOME nor HOME is set")
        }
        return home.appending(FileName(".local/share/contactsheet"))
    }

    /// The folders as absolute paths, in the order given, each once.
    static func folders(_ arguments: Arguments, environment: [String: FileName]) throws(UsageError) -> [FileName] {
        var given = arguments.operands
        if given.isEmpty, let variable = environment[foldersVariable] {
            given = variable.bytes.split(separator: UInt8(ascii: ":")).map { FileName(bytes: $0) }
        }
        guard !given.isEmpty else { throw UsageError(description: "name at least one FOLDER") }
        var folders: [FileName] = []
        for folder in given {
            let folder = try absolute(folder)
            for other in folders where folder.isWithin(other) || other.isWithin(folder) {
                throw UsageError(description: "one folder lies within another: '\(other)', '\(folder)'")
            }
            folders.append(folder)
        }
        return folders
    }

    /// A folder that has to be one of those that are served, or in one.
    static func folder(_ value: Arguments.Value, within folders: [FileName]) throws(UsageError) -> FileName {
        let folder = try absolute(value.bytes)
        guard folders.contains(where: { folder.isWithin($0) }) else {
            throw value.refused("must be one of the folders that are served, or in one")
        }
        return folder
    }

    private static func absolute(_ path: FileName) throws(UsageError) -> FileName {
        guard !path.bytes.isEmpty else { throw UsageError(description: "an empty path names no folder") }
        if path.bytes.first == UInt8(ascii: "/") { return path.withoutDotsAndDoubledSlashes }
        guard let here = ProcessFacts.workingDirectory else {
            throw UsageError(description: "the current folder is gone; name absolute paths")
        }
        return here.appending(path).withoutDotsAndDoubledSlashes
    }
}
