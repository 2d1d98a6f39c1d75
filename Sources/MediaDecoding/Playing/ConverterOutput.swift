/// What ffmpeg(1) says while it works: lines of its progress (`-progress`), and of what went wrong.
struct ConverterOutput {
    /// A line that is longer says nothing worth keeping.
    private static let longestLine = 4096

    /// How much of the result is made, in microseconds of its length.
    private(set) var microseconds: Int64 = 0
    /// Whether it says that it is done.
    private(set) var isDone = false
    /// The last line that is not of the progress.
    private(set) var complaint: String?
    private var line: [UInt8] = []

    /// Takes what came.
    mutating func take(_ bytes: [UInt8]) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                take(line: String(decoding: line, as: UTF8.self))
                line = []
            } else if line.count < Self.longestLine {
                line.append(byte)
            }
        }
    }

    private mutating func take(line: String) {
        let parts = line.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, Self.isName(parts[0]) else {
            if !line.isEmpty { complaint = line }
            return
        }
        switch parts[0] {
        case "out_time_us": microseconds = max(microseconds, Int64(parts[1]) ?? 0)
        case "progress": isDone = parts[1] == "end"
        default: break
        }
    }

    /// Names of the progress are small letters, digits and underscores.
    private static func isName(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    }
}
