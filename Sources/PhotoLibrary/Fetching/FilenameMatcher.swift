import Platform

/// Finds a text in filenames, whatever the case of its letters and however Unicode composes them.
struct FilenameMatcher: Sendable {
    private let bytes: [UInt8]?
    private let characters: [Character]

    /// Makes a matcher; an empty text is in every name.
    init(_ text: String) {
        let lower = text.lowercased()
        bytes = lower.utf8.allSatisfy { $0 < 0x80 } ? Array(lower.utf8) : nil
        characters = Array(lower)
    }

    /// Whether the text is in the name.
    func matches(_ name: FileName) -> Bool {
        guard name.bytes.allSatisfy({ $0 < 0x80 }) else {
            return Self.find(characters, in: Array(name.description.lowercased()))
        }
        // Nothing but ASCII is canonically equivalent to ASCII.
        guard let bytes else { return false }
        return Self.find(bytes, in: name.bytes.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 })
    }

    private static func find<Unit: Equatable>(_ needle: [Unit], in hay: [Unit]) -> Bool {
        guard let first = needle.first else { return true }
        guard hay.count >= needle.count else { return false }
        return (0...hay.count - needle.count).contains { start in
            hay[start] == first && hay[start..<start + needle.count].elementsEqual(needle)
        }
    }
}
