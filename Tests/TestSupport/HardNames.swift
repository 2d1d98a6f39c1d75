public import Platform

/// 44 relative paths of pictures with hard names: composed and decomposed twins, bytes that are not UTF-8, line feeds,
/// percent signs, quotes, leading dots, the longest name that there can be.
public enum HardNames {
    /// The paths, all different.
    public static let all: [FileName] =
        texts.map { FileName($0) } + raw.map { FileName(bytes: $0) }
        + [FileName(bytes: [UInt8](repeating: UInt8(ascii: "x"), count: 251) + Array(".jpg".utf8))]

    /// Writes all of them, each with `picture` and its own number after it, so that any two differ.
    public static func write(to directory: TemporaryDirectory, picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]) throws {
        for (number, name) in all.enumerated() {
            try directory.write(picture + Array("#\(number)".utf8), to: name)
        }
    }

    private static let texts = [
        "100%.jpg", "a%20b.jpg", "a b.jpg", "hash#1.jpg", "what?.jpg", "amp&eq=.jpg", "plus+.jpg", "semi;colon.jpg",
        "quote\".jpg", "apos'.jpg", "back\\slash.jpg", "new\nline.jpg", "cr\rlf.jpg", "tab\t.jpg", "esc\u{1B}[31m.jpg",
        "del\u{7F}.jpg", "trail .jpg ", " lead.jpg", "..jpg", "...jpg", ".hidden.jpg", "-dash.jpg", "colon:.jpg",
        "star*.jpg", "<script>alert(1)<\u{2215}script>.jpg", "\u{E9}_nfc.jpg", "e\u{301}_nfc.jpg", "日本語.jpg",
        "👩‍👩‍👧.jpg", "\u{202E}gpj.exe.jpg", "zero\u{200B}width.jpg", "\u{FB01}_ligature.jpg", "\u{130}stanbul.jpg",
        "CASE.jpg", "case.jpg", "case.JPG", "dir\nnl/p.jpg", "dir%2F..%2Fetc/p.jpg",
    ]

    private static let raw: [[UInt8]] = [
        Array("latin1_caf".utf8) + [0xE9] + Array(".jpg".utf8),
        Array("bad_".utf8) + [0xFF, 0xFE, 0xC3, 0x28] + Array(".jpg".utf8),
        Array("surrogate_".utf8) + [0xED, 0xA0, 0x80] + Array(".jpg".utf8),
        Array("overlong_".utf8) + [0xC0, 0xAF] + Array(".jpg".utf8),
        Array("d".utf8) + [0xE9] + Array("/p.jpg".utf8),
    ]
}
