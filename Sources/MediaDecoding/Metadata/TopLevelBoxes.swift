/// The boxes that a JPEG XL file consists of (ISO/IEC 18181-2), as far as metadata stands in them uncompressed.
struct TopLevelBoxes {
    /// The TIFF structure of the `Exif` box; empty where there is none.
    private(set) var exif = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The packet of the `xml ` box; empty where there is none.
    private(set) var xmp = UnsafeRawBufferPointer(start: nil, count: 0)

    /// The most boxes that are looked at: files have about ten.
    private static let mostBoxes = 1000

    /// Walks over the boxes; a bare codestream has none.
    init(_ bytes: UnsafeRawBufferPointer) {
        var position = 0
        for _ in 0..<Self.mostBoxes where position + 8 <= bytes.count {
            var size = Int(bytes.bigEndian32(at: position))
            var headerSize = 8
            if size == 1, position + 16 <= bytes.count {
                let high = UInt64(bytes.bigEndian32(at: position + 8)) << 32
                size = Int(clamping: high | UInt64(bytes.bigEndian32(at: position + 12)))
                headerSize = 16
            }
            if size == 0 { size = bytes.count - position }
            guard size >= headerSize, size <= bytes.count - position else { return }
            let payload = UnsafeRawBufferPointer(rebasing: bytes[(position + headerSize)..<(position + size)])
            switch bytes.text(at: position + 4, count: 4) {
            case "Exif":
                // Four bytes say how far behind them the TIFF structure starts.
                guard payload.count >= 4 else { break }
                let start = 4 + Int(payload.bigEndian32(at: 0))
                if start < payload.count { exif = UnsafeRawBufferPointer(rebasing: payload[start...]) }
            case "xml ": xmp = payload
            default: break
            }
            position += size
        }
    }
}
