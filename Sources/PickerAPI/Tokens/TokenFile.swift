import FoundationEssentials
import Platform

/// The file of all tokens, `tokens.json` in the data folder. Whoever changes it holds a lock beside it, so that the
/// command line and a running server can both.
struct TokenFile: Sendable {
    /// What is in it.
    struct Contents: Codable {
        /// What URLs are signed with: 64 hexadecimal digits.
        var signingKey: String
        /// All tokens, the oldest first.
        var tokens: [AccessToken] = []
    }

    /// A file that can't be understood: refused rather than replaced, since that would let go of every token.
    struct Unreadable: Error, CustomStringConvertible {
        let path: FileName
        var description: String { "\(path): not a file of tokens; take it away to begin with none" }
    }

    let path: FileName

    init(in dataFolder: FileName) { path = dataFolder.appending(FileName("tokens.json")) }

    /// Changes with every change of the file; nil where there is none.
    var stamp: FileStamp? { try? Directory(at: path.parent).status(of: path.lastComponent).stamp }

    /// What is in it; nil where there is none. May block.
    func read() throws -> Contents? {
        guard let content = try content() else { return nil }
        do {
            return try JSONDecoder().decode(Contents.self, from: Data(content))
        } catch {
            throw Unreadable(path: path)
        }
    }

    private func content() throws(SystemError) -> [UInt8]? {
        guard stamp != nil else { return nil }
        let file = try Directory(at: path.parent).file(path.lastComponent)
        return try file.read(count: Int(try file.status().stamp.size), at: 0)
    }

    /// Changes it, and returns once that is on the disk. May block.
    func update<Result>(_ body: (inout Contents) throws -> Result) throws -> Result {
        try FileLock.hold(at: path.parent.appending(FileName("tokens.lock"))) {
            var contents = try read() ?? Contents(signingKey: SecureHash.randomBytes(32).hexadecimalText)
            let result = try body(&contents)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try replaceFile(at: path, with: Array(try encoder.encode(contents)))
            return result
        }
    }
}
