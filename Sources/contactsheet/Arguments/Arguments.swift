import Platform

/// A command's options and operands as they were given: by the command line, else by the environment.
struct Arguments: Sendable {
    /// A value with the place that it came from, to be named when it is wrong.
    struct Value: Sendable {
        let bytes: FileName
        let origin: String

        var text: String { bytes.description }

        /// The error that says what is wrong with this value.
        func refused(_ reason: String) -> UsageError { UsageError(description: "\(origin): \(reason), not '\(text)'") }
    }

    private(set) var operands: [FileName] = []
    private var values: [String: [Value]] = [:]

    /// Reads `words`, the arguments after the command's name.
    /// - Parameter environment: the variables by name.
    /// - Throws: what is wrong, naming the option.
    init(_ words: [FileName], options: [Option], environment: [String: FileName]) throws(UsageError) {
        for option in options {
            guard let given = environment[option.variable], !given.bytes.isEmpty else { continue }
            let parts = option.repeats ? given.bytes.split(separator: UInt8(ascii: ",")).map(Array.init) : [given.bytes]
            values[option.name] = parts.map { Value(bytes: FileName(bytes: $0), origin: option.variable) }
        }
        var fromCommandLine: Set<String> = []
        var rest = words[...]
        while let word = rest.popFirst() {
            let text = word.description
            if text == "--" {
                operands += rest
                break
            }
            guard text.hasPrefix("-"), text != "-" else {
                operands.append(word)
                continue
            }
            let (option, attached) = try Self.option(named: word, among: options)
            if fromCommandLine.insert(option.name).inserted {
                values[option.name] = []
            } else if !option.repeats {
                throw UsageError(description: "\(option.flag) is given twice")
            }
            let value: FileName
            if option.placeholder == nil {
                guard attached == nil else { throw UsageError(description: "\(option.flag) takes no value") }
                value = FileName("true")
            } else if let given = attached ?? rest.popFirst() {
                value = given
            } else {
                throw UsageError(description: "\(option.flag) needs a value")
            }
            values[option.name, default: []].append(Value(bytes: value, origin: option.flag))
        }
    }

    private static func option(named word: FileName, among options: [Option]) throws(UsageError) -> (Option, FileName?)
    {
        let equals = word.bytes.firstIndex(of: UInt8(ascii: "="))
        let flag = FileName(bytes: word.bytes[..<(equals ?? word.bytes.endIndex)])
        guard let option = options.first(where: { FileName($0.flag) == flag }) else {
            throw UsageError(description: "unknown option '\(flag)'")
        }
        return (option, equals.map { FileName(bytes: word.bytes[($0 + 1)...]) })
    }

    /// Every value of a repeatable option, in the order given.
    func all(_ option: Option) -> [Value] { values[option.name] ?? [] }

    /// The value of an option.
    func value(_ option: Option) -> Value? { values[option.name]?.last }

    /// Whether a switch is on.
    func isOn(_ option: Option) throws(UsageError) -> Bool {
        guard let value = value(option) else { return false }
        switch value.text {
        case "true", "1", "yes": return true
        case "false", "0", "no": return false
        default: throw value.refused("must be true or false")
        }
    }

    /// A whole number in `range`.
    func number(_ option: Option, in range: ClosedRange<Int>, default standard: Int) throws(UsageError) -> Int {
        guard let value = value(option) else { return standard }
        // `Int` would take a plus sign too.
        guard value.text.first != "+", let number = Int(value.text), range.contains(number) else {
            throw value.refused("must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// One of the words of an enumeration.
    func word<Word: RawRepresentable<String> & CaseIterable>(_ option: Option, default standard: Word)
        throws(UsageError)
        -> Word
    {
        guard let value = value(option) else { return standard }
        guard let word = Word(rawValue: value.text) else {
            throw value.refused("must be one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return word
    }

    /// A number of bytes: digits with K, M, G or T (powers of 1024) behind.
    func byteCount(_ option: Option, default standard: Int) throws(UsageError) -> Int {
        guard let value = value(option) else { return standard }
        let digits = value.text.prefix(while: \.isASCIIDigit)
        let shift = ["": 0, "K": 10, "M": 20, "G": 30, "T": 40][value.text.dropFirst(digits.count).uppercased()]
        guard let shift, let number = Int(digits), number <= Int.max >> shift else {
            throw value.refused("must be a number of bytes such as 500M or 10G")
        }
        return number << shift
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
