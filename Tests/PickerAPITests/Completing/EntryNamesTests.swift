import Platform
import Testing

@testable import PickerAPI

@Suite struct EntryNamesTests {
    @Test(arguments: [
        (["IMG.jpg", "IMG.jpg", "IMG.jpg"], ["IMG.jpg", "IMG (2).jpg", "IMG (3).jpg"]),
        (["a.jpg", "a (2).jpg", "a.jpg"], ["a.jpg", "a (2).jpg", "a (3).jpg"]),
        (["A.JPG", "a.jpg"], ["A.JPG", "a (2).jpg"]),
        (["e\u{301}.jpg", "\u{e9}.jpg"], ["e\u{301}.jpg", "\u{e9} (2).jpg"]),
        ([".hidden", ".hidden", "none", "none"], [".hidden", ".hidden (2)", "none", "none (2)"]),
        (["a\\b:c\n.jpg", "a_b_c_.jpg"], ["a_b_c_.jpg", "a_b_c_ (2).jpg"]),
    ]) func namesAreUniqueAndPortable(_ given: [String], _ expected: [String]) {
        var names = EntryNames()
        #expect(given.map { Array(names.unique(FileName($0)).utf8) } == expected.map { Array($0.utf8) })
    }

    @Test func namesThatAreNotUTF8AreMadeSo() {
        var names = EntryNames()
        let latin1 = FileName(bytes: [0x66, 0xFC, 0x72] + ".jpg".utf8)
        #expect(names.unique(latin1) == "f\u{FFFD}r.jpg")
        #expect(names.unique(latin1) == "f\u{FFFD}r (2).jpg")
    }
}
