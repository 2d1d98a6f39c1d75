/// Bytes that tell a format: some at its start, and perhaps others at another place.
struct MediaSignature {
    let format: MediaFormat
    private let start: [UInt8]
    private let startOffset: Int
    private let second: [UInt8]
    private let secondOffset: Int
    private let word: [UInt8]

    /// Makes a signature; each character stands for the byte of its code point.
    /// - Parameters:
    ///   - second: bytes that must stand at `offset`.
    ///   - word: bytes that must stand anywhere in the first 64.
    ///   - startOffset: where the first bytes stand.
    init(
        _ format: MediaFormat, _ start: String, _ second: String = "", at offset: Int = 0, within word: String = "",
        first startOffset: Int = 0
    ) {
        self.format = format
        self.start = Self.bytes(start)
        self.startOffset = startOffset
        self.second = Self.bytes(second)
        self.secondOffset = offset
        self.word = Self.bytes(word)
    }

    func matches(_ head: UnsafeRawBufferPointer) -> Bool {
        head.holds(start, at: startOffset) && head.holds(second, at: secondOffset)
            && (word.isEmpty || (0..<64).contains { head.holds(word, at: $0) })
    }

    private static func bytes(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }
}
