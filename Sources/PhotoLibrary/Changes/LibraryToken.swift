/// A place in the life of one library, as clients keep it: the library and its version.
public struct LibraryToken: Hashable, Sendable, CustomStringConvertible {
    /// The library.
    public let libraryID: LibraryID
    /// Its version.
    public let version: Version

    /// Makes a token.
    public init(libraryID: LibraryID, version: Version) {
        self.libraryID = libraryID
        self.version = version
    }

    /// Reads what `description` writes; nil for any other text.
    public init?(_ text: String) {
        guard let dash = text.firstIndex(of: "-"), let id = LibraryID(String(text[..<dash])) else { return nil }
        let digits = text[text.index(after: dash)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }), let version = Version(digits) else {
            return nil
        }
        self.init(libraryID: id, version: version)
    }

    /// The text that clients see.
    public var description: String { "\(libraryID)-\(version)" }
}
