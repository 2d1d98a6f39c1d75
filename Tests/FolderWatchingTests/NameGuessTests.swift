import FolderWatching
import Platform
import Testing

struct NameGuessTests {
    @Test(arguments: [
        ("a.jpg", NameGuess.image), ("A.JPEG", .image), ("...jpg", .image), ("..jpg", .image),
        (".hidden.heic", .image),
        (".jpg", .unknown), ("noext", .unknown), ("trail .jpg ", .unknown),
        ("a.", .unknown), ("a.verylongextension", .unknown),
        ("a.CR3", .raw), ("a.MOV", .video), ("a.m2ts", .video), ("a.ts", .unknown),
        ("a.xmp", .sidecar), ("a.JSON", .sidecar), ("a.AAE", .sidecar), ("a.jpg.part", .other), ("notes.txt", .other),
        ("song.mp3", .other), ("a.jpg.crdownload", .other),
    ])
    func guesses(name: String, expected: NameGuess) { #expect(NameGuess(FileName(name)) == expected) }
}
