import Platform
import Testing

@testable import PhotoLibrary

@Suite struct FilenameMatcherTests {
    @Test(arguments: [
        ("img", "IMG_0001.JPG", true), ("0001.", "IMG_0001.JPG", true), ("", "a", true), ("imgx", "IMG", false),
        ("über", "U\u{308}BER.jpg", true), ("U\u{308}ber", "über.jpg", true), ("ö", "o.jpg", false),
        ("%", "100%.jpg", true), ("jpg", "ü.JPG", true), ("a", "", false),
    ])
    func findsWhateverTheCaseOrForm(text: String, name: String, isFound: Bool) {
        #expect(FilenameMatcher(text).matches(FileName(name)) == isFound)
    }

    @Test func findsInNamesThatAreNotText() {
        #expect(FilenameMatcher("jpg").matches(FileName(bytes: [0xFF, 0xFE] + Array(".JPG".utf8))))
    }
}
