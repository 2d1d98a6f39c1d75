/// Tells by a file's first bytes whether it may be a picture or a video, for files whose names say nothing.
enum MediaSignature {
    /// How many bytes are looked at.
    static let length = 16

    private struct Rule {
        let offset: Int
        let bytes: [UInt8]
        init(_ text: StaticString, at offset: Int = 0) {
            self.offset = offset
            bytes = text.withUTF8Buffer { Array($0) }
        }
        init(bytes: [UInt8], at offset: Int = 0) {
            self.offset = offset
            self.bytes = bytes
        }
    }

    private static let rules: [Rule] = [
        Rule(bytes: [0xFF, 0xD8, 0xFF]),  // JPEG
        Rule(bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),  // PNG
        Rule("GIF87a"), Rule("GIF89a"),
        Rule("WEBP", at: 8), Rule("AVI ", at: 8),  // RIFF
        Rule("II*\0"), Rule("MM\0*"), Rule("IIRO"), Rule(bytes: [0x49, 0x49, 0x55, 0]),  // TIFF and RAW
        Rule("FUJIFILMCCD-RAW"), Rule("FOVb"),
        Rule("ftyp", at: 4),  // ISO base media: HEIC, AVIF, MP4, MOV, CR3
        Rule("moov", at: 4), Rule("mdat", at: 4), Rule("wide", at: 4),  // QuickTime without ftyp
        Rule(bytes: [0xFF, 0x0A]), Rule("JXL ", at: 4),  // JPEG XL
        Rule("jP  ", at: 4), Rule(bytes: [0xFF, 0x4F, 0xFF, 0x51]),  // JPEG 2000
        Rule(bytes: [0x1A, 0x45, 0xDF, 0xA3]),  // Matroska and WebM
        Rule(bytes: [0, 0, 1, 0xBA]), Rule(bytes: [0, 0, 1, 0xB3]), Rule("FLV\u{1}"),  // MPEG
        Rule(bytes: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]),  // ASF
    ]

    static func isMedia(_ head: [UInt8]) -> Bool {
        rules.contains { head.dropFirst($0.offset).starts(with: $0.bytes) }
    }
}
