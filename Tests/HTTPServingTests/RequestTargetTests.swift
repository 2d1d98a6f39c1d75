import HTTPServing
import Testing

@Suite struct RequestTargetTests {
    @Test(arguments: [
        ("/", []), ("/a", ["a"]), ("/a/", ["a", ""]), ("//a", ["", "a"]), ("/a%20b/c", ["a b", "c"]), ("/a+b", ["a+b"]),
        ("/%252e%252e", ["%2e%2e"]), ("/..;/x", ["..;", "x"]), ("/%E2%82%AC", ["€"]), ("/...", ["..."]),
        ("http://host/a?b", ["a"]), ("HTTPS://host:1/a", ["a"]), ("http://host", []), ("http://host?q=1", []),
        ("/a?/../b", ["a"]),
    ])
    func pathsAreDecodedSegmentBySegment(target: String, path: [String]) throws {
        #expect(try HTTPRequest(.get, target).path == path)
    }

    @Test(arguments: [
        "/..%2f..%2fetc/passwd", "/%2e%2e/x", "/x/%2E%2e", "/../etc/passwd", "/a/./b", "/%c0%ae%c0%ae/x", "/\\..\\x",
        "/a%5cb",
        "/%00", "/a%00b", "/%zz", "/%", "/a%2", "/%ff", "/%ed%a0%80", "/a#b", "/a b", "/a\u{7F}", "/ä", "a", "", "*",
        "ftp://h/a",
        "http://user@host/a", "http:///a", "/?%", "/?a=%zz", "/?a=%ff", "/?a=%00",
    ])
    func whatCouldLeaveTheTreeIsRefused(target: String) {
        #expect(throws: HTTPProblem.self) { try HTTPRequest(.get, target) }
    }

    @Test func queriesAreForms() throws {
        let request = try HTTPRequest(.get, "/?a=1&b=x+y%2Bz&&c&a=&=d&e=f=g%26")
        #expect(request.query.map(\.name) == ["a", "b", "c", "a", "", "e"])
        #expect(request.query.map(\.value) == ["1", "x y+z", "", "", "d", "f=g&"])
        #expect(request.queryValue("a") == "1")
        #expect(try HTTPRequest(.get, "/?").query.isEmpty)
    }
}
