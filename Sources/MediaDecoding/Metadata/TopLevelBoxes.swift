import CBrotli

/// The boxes of metadata in a JPEG XL file (ISO/IEC 18181-2), plain or in a `brob` box, packed with Brotli (RFC 7932).
struct TopLevelBoxes {
    /// The TIFF structure of the `Exif` box; empty where there is none.
    private(set) var exif: [UInt8] = []
    /// The packet of the `xml ` box; empty where there is none.
    private(set) var xmp: [UInt8] = []

    /// The most boxes that are looked at: files have about ten.
    private static let mostBoxes = 1000
    /// The most bytes that a box is unpacked to: Exif has 64 KiB in JPEG, and an XMP packet seldom a megabyte.
    private static let mostUnpacked = 16 << 20

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
            let type = bytes.text(at: position + 4, count: 4)
            if type == "brob", payload.count > 4 {
                take(payload.text(at: 0, count: 4)) { Self.unpacked(UnsafeRawBufferPointer(rebasing: payload[4...])) }
            } else {
                take(type) { Array(payload) }
            }
            position += size
        }
    }

    private mutating func take(_ type: String, _ content: () -> [UInt8]) {
        switch type {
        case "Exif":
            // Four bytes say how far behind them the TIFF structure starts.
            let content = content()
            guard content.count >= 4 else { break }
            let start = 4 + content.withUnsafeBytes { Int($0.bigEndian32(at: 0)) }
            if start < content.count { exif = Array(content[start...]) }
        case "xml ": xmp = content()
        default: break
        }
    }

    /// What was packed; empty where it makes no sense, or is more than anybody writes.
    private static func unpacked(_ packed: UnsafeRawBufferPointer) -> [UInt8] {
        guard let source = packed.assumingMemoryBound(to: UInt8.self).baseAddress,
            let decoder = BrotliDecoderCreateInstance(nil, nil, nil)
        else { return [] }
        defer { BrotliDecoderDestroyInstance(decoder) }
        var (left, next): (Int, UnsafePointer<UInt8>?) = (packed.count, source)
        var content: [UInt8] = []
        while content.count <= mostUnpacked {
            var room = 0
            let result = BrotliDecoderDecompressStream(decoder, &left, &next, &room, nil, nil)
            var count = 0
            if let part = BrotliDecoderTakeOutput(decoder, &count) {
                content += UnsafeBufferPointer(start: part, count: count)
            }
            if result == BROTLI_DECODER_RESULT_SUCCESS, BrotliDecoderHasMoreOutput(decoder) == 0 { return content }
            if result == BROTLI_DECODER_RESULT_ERROR || result == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT { break }
        }
        return []
    }
}
