/// Reads the name of an ICC profile (ICC.1:2022): the tag table behind the header of 128 bytes, then `desc`.
enum ColorProfile {
    /// The most tags that are looked at: profiles have about twenty.
    private static let mostTags = 100
    private static let header = 128
    /// The most bytes of a name that are kept.
    private static let longestName = 256

    /// The name in its first language; nil where it has none or makes no sense.
    static func name(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count >= header + 4 else { return nil }
        let count = min(Int(bytes.bigEndian32(at: header)), mostTags)
        for place in 0..<count {
            let entry = header + 4 + 12 * place
            guard entry + 12 <= bytes.count else { return nil }
            guard bytes.text(at: entry, count: 4) == "desc" else { continue }
            let start = Int(bytes.bigEndian32(at: entry + 4)), size = Int(bytes.bigEndian32(at: entry + 8))
            guard start <= bytes.count, size <= bytes.count - start else { return nil }
            return description(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + size)]))
        }
        return nil
    }

    private static func description(_ tag: UnsafeRawBufferPointer) -> String? {
        guard tag.count >= 12 else { return nil }
        switch tag.text(at: 0, count: 4) {
        case "desc":
            let count = min(Int(tag.bigEndian32(at: 8)), tag.count - 12, longestName)
            return MetadataText.text(UnsafeRawBufferPointer(rebasing: tag[12..<(12 + count)]))
        case "mluc":
            guard tag.count >= 28 else { return nil }
            let size = min(Int(tag.bigEndian32(at: 20)), longestName), start = Int(tag.bigEndian32(at: 24))
            guard start <= tag.count, size <= tag.count - start else { return nil }
            let units = stride(from: start, to: start + size - size % 2, by: 2).map { tag.bigEndian16(at: $0) }
            return MetadataText.clean(String(decoding: units, as: UTF16.self))
        default: return nil
        }
    }
}
