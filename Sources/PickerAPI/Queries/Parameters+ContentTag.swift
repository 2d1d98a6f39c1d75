import HTTPServing

extension Parameters {
    /// The content that a URL of this server's names (`v`); nil where it names none.
    func contentTag() throws(HTTPProblem) -> String? {
        guard let tag = self["v"] else { return nil }
        let isPlain =
            (1...64).contains(tag.utf8.count)
            && tag.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2D || $0 == 0x5F
            }
        guard isPlain else { throw .invalidParameter("v", "v: a tag as a URL of this server gives it") }
        return tag
    }
}

extension HTTPProblem {
    /// 410: the file has another content than the URL names.
    static var contentChanged: HTTPProblem {
        .gone("content-changed", "the file has changed since this URL was given")
    }
}
