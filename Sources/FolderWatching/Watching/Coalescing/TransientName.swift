import Platform

/// Names that programs give to files for a moment only, while they save or copy.
enum TransientName {
    /// Whether nobody ever wants to see such a file, so that it need not be looked at.
    static func isJunk(_ name: FileName) -> Bool {
        name.bytes.withUnsafeBufferPointer { Junk.isFile($0) || NameGuess($0) == .other && hasTransientEnding(name) }
    }

    /// Whether the name looks like one that will soon be renamed or removed.
    static func isTransient(_ name: FileName) -> Bool {
        isJunk(name) || hasTransientEnding(name) || hasRandomEnding(name) || isVimProbe(name)
    }

    /// Whether `name` looks like the place where a program puts the old `original` while it writes a new one.
    static func isBackup(_ name: FileName, of original: FileName) -> Bool {
        name.bytes.count > original.bytes.count && name.bytes.starts(with: original.bytes) || isTransient(name)
    }

    private static func hasTransientEnding(_ name: FileName) -> Bool { endings.contains(name.pathExtension) }

    private static let endings: Set<String> = [
        "tmp", "temp", "part", "partial", "filepart", "crdownload", "download", "opdownload", "swp", "swo", "swx",
        "bak", "old", "orig", "new", "lock",
    ]

    /// `.photo.jpg.XXXXXX` (rsync), `photo.jpg.XXXXXX` (Qt's QSaveFile), `sedXXXXXX`: six letters or digits by chance.
    /// Ordinary endings such as `.sketch` or `.CONFIG` are of one case throughout.
    private static func hasRandomEnding(_ name: FileName) -> Bool {
        let bytes = name.bytes
        guard bytes.count > 7 else { return false }
        let (start, ending) = (bytes.dropLast(6), bytes.suffix(6))
        guard ending.allSatisfy(isAlphanumeric) else { return false }
        if start.elementsEqual("sed".utf8) { return true }
        guard start.last == dot else { return false }
        let isHidden = bytes.first == dot && start.dropFirst().dropLast().contains(dot)
        let isMixed = ending.contains { isUppercase($0) || isDigit($0) } && !ending.allSatisfy(isUppercase)
        return isHidden || isMixed
    }

    /// vim makes a file 4913 (or 5036, 5159, …) to learn whether it may write in a directory.
    private static func isVimProbe(_ name: FileName) -> Bool {
        name.bytes.count == 4 && name.bytes.allSatisfy(isDigit)
    }

    private static let dot = UInt8(ascii: ".")

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

    private static func isUppercase(_ byte: UInt8) -> Bool { byte &- 65 < 26 }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || isUppercase(byte) || byte &- 97 < 26
    }
}
