import Glibc
import Synchronization

/// Structured log lines on standard error.
public struct Log: Sendable {
    /// How much a line matters.
    public enum Level: String, Sendable, CaseIterable {
        case debug, info, warning, error

        var weight: Int {
            switch self {
            case .debug: 0
            case .info: 1
            case .warning: 2
            case .error: 3
            }
        }
    }

    /// How a line looks.
    public enum Format: String, Sendable, CaseIterable { case text, json }

    private let level: Level
    private let format: Format
    private let write: @Sendable ([UInt8]) -> Void

    /// Makes a log.
    /// - Parameters:
    ///   - level: lines below it are left out.
    ///   - write: takes one whole line with its line feed.
    public init(
        level: Level = .info, format: Format = .text,
        write: @escaping @Sendable ([UInt8]) -> Void = Log.writeToStandardError
    ) {
        self.level = level
        self.format = format
        self.write = write
    }

    /// A log that says nothing.
    public static let silent = Log(level: .error, write: { _ in })

    /// Whether lines of `level` are written, for callers to whom even making one's fields would cost too much.
    public func isEnabled(_ level: Level) -> Bool { level.weight >= self.level.weight }

    /// Says something that only a developer wants to know.
    public func debug(_ message: StaticString, _ fields: KeyValuePairs<String, any Sendable> = [:]) {
        line(.debug, message, fields)
    }
    /// Says what the server does.
    public func info(_ message: StaticString, _ fields: KeyValuePairs<String, any Sendable> = [:]) {
        line(.info, message, fields)
    }
    /// Says what an owner should look at, though the server goes on.
    public func warning(_ message: StaticString, _ fields: KeyValuePairs<String, any Sendable> = [:]) {
        line(.warning, message, fields)
    }
    /// Says what the server could not do.
    public func error(_ message: StaticString, _ fields: KeyValuePairs<String, any Sendable> = [:]) {
        line(.error, message, fields)
    }

    private func line(_ level: Level, _ message: StaticString, _ fields: KeyValuePairs<String, any Sendable>) {
        guard level.weight >= self.level.weight else { return }
        var writer = JSONWriter()
        switch format {
        case .json:
            writer.beginObject()
            writer.key("time")
            writer.value(Timestamp.now.rfc3339)
            writer.key("level")
            writer.value("\(level)")
            writer.key("message")
            writer.value("\(message)")
            for (name, value) in fields {
                writer.key(text: name)
                writer.value("\(value)")
            }
            writer.endObject()
            write(writer.bytes + [0x0A])
        case .text:
            var text = "\(Timestamp.now.rfc3339) \(level) \(message)"
            for (name, value) in fields {
                var quoted = JSONWriter(capacity: 64)
                quoted.value("\(value)")
                text += " \(name)=\(String(decoding: quoted.bytes, as: UTF8.self))"
            }
            write(Array(text.utf8) + [0x0A])
        }
    }

    /// Writes one line in one call, so that lines of several threads never mix.
    public static let writeToStandardError: @Sendable ([UInt8]) -> Void = { line in
        _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
