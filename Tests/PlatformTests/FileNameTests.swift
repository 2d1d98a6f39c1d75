import Platform
import Testing

@Suite struct FileNameTests {
    @Test func bytesTellNamesApartThatStringsTakeForEqual() {
        let composed = FileName("\u{E9}.jpg")
        let decomposed = FileName("e\u{301}.jpg")
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(FileName(bytes: [0x78, 0xE9]) != FileName(bytes: [0x78, 0xE8]))
        #expect(FileName(bytes: [0x78, 0xE9]).description == "x\u{FFFD}")
    }

    @Test(arguments: [
        ("a.JPG", "jpg"), ("a.tar.gz", "gz"), (".hidden", ""), ("a.", ""), ("dir.d/a", ""), ("..jpg", "jpg"), ("", ""),
    ])
    func theExtensionFollowsTheLastDot(name: String, expected: String) {
        #expect(FileName(name).pathExtension == expected)
    }

    @Test(arguments: [
        ("/a/b", "/a", true), ("/a", "/a", true), ("/ab", "/a", false), ("/a", "/a/b", false), ("/x", "/", true),
    ])
    func lyingWithinIsAMatterOfWholeComponents(path: String, directory: String, expected: Bool) {
        #expect(FileName(path).isWithin(FileName(directory)) == expected)
    }

    @Test func appendingJoinsWithOneSlash() {
        #expect(FileName("").appending(FileName("x")) == FileName("x"))
        #expect(FileName("/").appending(FileName("x")) == FileName("/x"))
        #expect(FileName("a").appending(FileName("x")) == FileName("a/x"))
        #expect(FileName("//a/./b//").withoutDotsAndDoubledSlashes == FileName("/a/b"))
    }
}
