/// One option of the command line, which can be given by an environment variable too.
struct Option: Sendable {
    /// Its long name without the dashes, such as `log-format`.
    let name: String
    /// What stands for its value in the help; nil for a switch, which takes none.
    let placeholder: String?
    /// One sentence for the help.
    let help: String
    /// Whether it can be given several times. In the variable the values are separated by commas.
    let repeats: Bool

    init(_ name: String, _ placeholder: String? = nil, repeats: Bool = false, help: String) {
        self.name = name
        self.placeholder = placeholder
        self.help = help
        self.repeats = repeats
    }

    /// The option as it is typed.
    var flag: String { "--" + name }

    /// The environment variable, such as `CONTACTSHEET_LOG_FORMAT`.
    var variable: String { "CONTACTSHEET_" + String(name.uppercased().map { $0 == "-" ? "_" : $0 }) }
}

/// A wrong call of the program. Its text names the option or variable at fault.
struct UsageError: Error, Equatable, CustomStringConvertible {
    let description: String
}
