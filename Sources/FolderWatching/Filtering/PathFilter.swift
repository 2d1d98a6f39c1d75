import Platform

/// Which directories of a root are entered and which files are looked at.
///
/// In this order: what an exclude pattern matches is left out, a directory with all in it; known junk is left out, and
/// every directory whose name starts with a dot (give such a directory as a root of its own to see what is in it);
/// where there are include patterns, only files are looked at that one of them matches, or that are in a directory that
/// one matches; files of which the name says that they hold no picture or video are left out. Hidden files are files
/// like any other. The root itself is never filtered.
public struct PathFilter: Sendable {
    private let includes: [Glob]
    private let excludes: [Glob]
    /// Whether the filter must be told whole paths; else last components do.
    let needsPaths: Bool

    /// Makes a filter.
    public init(including includes: [Glob] = [], excluding excludes: [Glob] = []) {
        self.includes = includes
        self.excludes = excludes
        needsPaths = (includes + excludes).contains { $0.needsPath }
    }

    /// Whether files need a match of an include pattern.
    var isSelective: Bool { !includes.isEmpty }

    /// Tells whether the directory `name` is entered.
    /// - Parameter path: gives the path from the root; called only where a pattern needs it.
    func enters(_ name: UnsafeBufferPointer<UInt8>, path: () -> FileName) -> Bool {
        if Junk.isDirectory(name) { return false }
        return excludes.isEmpty || !anyMatches(excludes, name, isDirectory: true, path: path)
    }

    /// Tells whether an include pattern matches the directory `name`, and with it all that it holds.
    func includesAll(of name: UnsafeBufferPointer<UInt8>, path: () -> FileName) -> Bool {
        isSelective && anyMatches(includes, name, isDirectory: true, path: path)
    }

    /// Tells whether an include pattern matches the directory at `path` or one that it is in.
    func includesAll(under path: FileName) -> Bool {
        guard isSelective else { return false }
        var current = FileName("")
        for component in path.bytes.split(separator: UInt8(ascii: "/")) {
            current = current.appending(FileName(bytes: component))
            if includes.contains(where: { $0.matches(current, isDirectory: true) }) { return true }
        }
        return false
    }

    /// Guesses what the file `name` holds; `.other` where it is to be left out.
    /// - Parameter isIncluded: whether its directory was included as a whole.
    func guess(_ name: UnsafeBufferPointer<UInt8>, isIncluded: Bool, path: () -> FileName) -> NameGuess {
        let guess = NameGuess(name)
        if guess == .other || Junk.isFile(name) { return .other }
        if !excludes.isEmpty && anyMatches(excludes, name, isDirectory: false, path: path) { return .other }
        if isSelective && !isIncluded && !anyMatches(includes, name, isDirectory: false, path: path) { return .other }
        return guess
    }

    private func anyMatches(
        _ globs: [Glob], _ name: UnsafeBufferPointer<UInt8>, isDirectory: Bool, path: () -> FileName
    ) -> Bool {
        let subject = needsPaths ? path() : FileName(bytes: name)
        return globs.contains { $0.matches(subject, isDirectory: isDirectory) }
    }
}
