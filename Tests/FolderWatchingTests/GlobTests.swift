import FolderWatching
import Platform
import Testing

struct GlobTests {
    @Test(arguments: [
        ("*.jpg", "a.jpg", true), ("*.jpg", "x/y/a.jpg", true), ("*.jpg", "a.JPG", false), ("*.jpg", ".jpg", true),
        ("a", "b/a", true), ("a", "a/b", false), ("a?c", "abc", true), ("a?c", "ac", false), ("*", "", true),
        ("a*b*c", "aXbYbZc", true), ("a*b*c", "aXbYbZ", false), ("**", "any/thing", true),
        ("x/*.jpg", "x/a.jpg", true), ("x/*.jpg", "x/y/a.jpg", false), ("x/*.jpg", "z/x/a.jpg", false),
        ("x/**/a.jpg", "x/a.jpg", true), ("x/**/a.jpg", "x/y/z/a.jpg", true), ("x/**", "x/y/z", true),
        ("x/**", "x", true), ("x/**", "xy", false), ("**/x/**/b", "a/x/c/x/d/b", true), ("**/x", "x", true),
        ("**/x/**/b", "a/x/c/d", false), ("/x", "x", true),
        ("[a-c]1", "b1", true), ("[a-c]1", "d1", false), ("[!a-c]1", "d1", true), ("[!a-c]1", "a1", false),
        ("[]]", "]", true), ("[a-]", "-", true), ("\\*", "*", true), ("\\*", "a", false), ("\\[x", "[x", true),
        ("caf\u{E9}", "cafe\u{301}", false),
    ])
    func matches(pattern: String, path: String, isExpected: Bool) throws {
        #expect(try Glob(pattern).matches(FileName(path), isDirectory: false) == isExpected)
    }

    @Test(arguments: [("", Glob.Error.empty), ("//", .empty), ("[a", .unclosedSet), ("a\\", .unfinishedEscape)])
    func refusesWhatIsNoPattern(text: String, error: Glob.Error) {
        #expect(throws: error) { try Glob(text) }
    }

    @Test func slashAtTheEndIsForDirectories() throws {
        let glob = try Glob("cache/")
        #expect(glob.matches(FileName("a/cache"), isDirectory: true))
        #expect(!glob.matches(FileName("a/cache"), isDirectory: false))
        #expect(!glob.needsPath)
    }

    @Test func manyStarsCostLittle() throws {
        let glob = try Glob(String(repeating: "*a", count: 60) + "b")
        #expect(!glob.matches(FileName(String(repeating: "a", count: 250)), isDirectory: false))
    }
}
