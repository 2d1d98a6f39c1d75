/// What Apple's cameras put into EXIF MakerNote: `Apple iOS`, two bytes of version, `MM`, and a TIFF directory whose offsets
/// count from the note's start.
struct AppleMakerNote: Equatable {
    /// What the still and the video of a live photo share (0x0011).
    private(set) var contentIdentifier: String?
    /// What the pictures of a burst share (0x000B).
    private(set) var burstIdentifier: String?

    private static let signature = Array("Apple iOS\0".utf8)
    /// Where the number of entries stands.
    private static let directory = 14
    /// The most entries that are looked at: cameras write about forty.
    private static let mostEntries = 200
    /// A UUID has 36 bytes.
    private static let longestIdentifier = 128
    private static let ascii: UInt16 = 2

    /// Reads a note; one of another maker, or one that makes no sense, has nothing.
    init(_ note: [UInt8]) {
        note.withUnsafeBytes { bytes in
            guard bytes.holds(Self.signature, at: 0), bytes.count >= Self.directory + 2 else { return }
            let count = Int(bytes.bigEndian16(at: Self.directory))
            for place in 0..<min(count, Self.mostEntries) {
                let entry = Self.directory + 2 + 12 * place
                guard entry + 12 <= bytes.count else { return }
                switch bytes.bigEndian16(at: entry) {
                case 0x000B: burstIdentifier = Self.text(bytes, entry)
                case 0x0011: contentIdentifier = Self.text(bytes, entry)
                default: break
                }
            }
        }
    }

    private static func text(_ bytes: UnsafeRawBufferPointer, _ entry: Int) -> String? {
        let count = Int(bytes.bigEndian32(at: entry + 4))
        guard bytes.bigEndian16(at: entry + 2) == ascii, count > 0, count <= longestIdentifier else { return nil }
        let start = count <= 4 ? entry + 8 : Int(bytes.bigEndian32(at: entry + 8))
        guard start <= bytes.count - count else { return nil }
        return MetadataText.text(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)]))
    }
}
