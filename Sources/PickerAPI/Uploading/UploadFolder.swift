public import Platform

/// The folder, among those that are served, that clients' pictures are put into.
public struct UploadFolder: Sendable {
    /// Its absolute path.
    let path: FileName

    /// Of one name there are fewer than this.
    private static let mostOfAName = 10_000
    /// For everybody to read, as files are that are copied into a folder.
    private static let mode: UInt32 = 0o644
    private static let folderMode: UInt32 = 0o755

    /// Every name of the kind is taken.
    struct NamesUsedUp: Error {}

    /// Takes an absolute path.
    public init(_ path: FileName) { self.path = path }

    /// Puts a file there under a name that nobody had, `IMG.jpg`, else `IMG (2).jpg` and so on: whole, and on the disk
    /// when it returns. Blocks.
    /// - Returns: the name.
    func save(_ content: [UInt8], as wanted: FileName) throws -> FileName {
        try Directory.make(at: path, mode: Self.folderMode)
        let directory = try Directory(at: path)
        // Hidden files are no part of the library.
        let temporary = FileName(".contactsheet-\(SecureHash.randomBytes(8).hexadecimalText)")
        try directory.makeFile(temporary, content: content, mode: Self.mode)
        do {
            return try Self.name(temporary, as: wanted, in: directory)
        } catch {
            try? directory.removeFile(temporary)
            throw error
        }
    }

    private static func name(_ temporary: FileName, as wanted: FileName, in directory: borrowing Directory) throws
        -> FileName
    {
        for number in 1..<mostOfAName {
            let name = number == 1 ? wanted : wanted.numbered(number)
            if try isRenamed(temporary, to: name, in: directory) { return name }
        }
        throw NamesUsedUp()
    }

    /// False where the name is taken.
    private static func isRenamed(
        _ temporary: FileName, to name: FileName, in directory: borrowing Directory
    ) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try directory.rename(temporary, toFree: name)
            return true
        } catch {
            guard error.isTaken else { throw error }
            return false
        }
    }
}

extension FileName {
    /// The name with a number before its extension.
    fileprivate func numbered(_ number: Int) -> FileName {
        FileName(bytes: stem.bytes + " (\(number))".utf8 + bytes.dropFirst(stem.bytes.count))
    }
}
