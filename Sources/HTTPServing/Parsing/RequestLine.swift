import Platform

/// The first line of a request (RFC 9112 section 3): method, target and version with one space between them.
enum RequestLine {
    /// Splits the line, which is given without its end.
    static func parse(_ line: Span<UInt8>) throws(HTTPProblem) -> (
        method: HTTPMethod, target: [UInt8], isVersion11: Bool
    ) {
        var index = 0
        while index < line.count && line[index].isTokenByte { index += 1 }
        guard index > 0, index < line.count, line[index] == space else {
            throw .malformedRequest("the method is not a token")
        }
        let method = method(line, index)
        let start = index + 1
        guard let end = line.firstOffset(of: space, from: start), end > start else {
            throw .malformedRequest("the request line is not a method, a target and a version")
        }
        let isVersion11 = try version(line, from: end + 1)
        var target: [UInt8] = []
        target.append(line, start..<end)
        return (method, target, isVersion11)
    }

    private static func method(_ line: Span<UInt8>, _ count: Int) -> HTTPMethod {
        if count == 3 && line[0] == 0x47 && line[1] == 0x45 && line[2] == 0x54 { return .get }
        var token: [UInt8] = []
        token.append(line, 0..<count)
        return HTTPMethod(rawValue: String(decoding: token, as: UTF8.self))
    }

    /// Whether the version is 1.1 or later in 1.x; throws for what is no version, and 505 for another major one.
    private static func version(_ line: Span<UInt8>, from start: Int) throws(HTTPProblem) -> Bool {
        let prefix: StaticString = "HTTP/"
        let isVersion =
            line.count - start == 8
            && prefix.withUTF8Buffer { expected in
                for offset in 0..<5 where line[start + offset] != expected[offset] { return false }
                return true
            } && line[start + 5].isDigit && line[start + 6] == UInt8(ascii: ".") && line[start + 7].isDigit
        guard isVersion else { throw .malformedRequest("the request line is not a method, a target and a version") }
        guard line[start + 5] == UInt8(ascii: "1") else {
            throw HTTPProblem(
                505, "version-not-supported", "HTTP version not supported", detail: "this server speaks HTTP/1.1")
        }
        return line[start + 7] != UInt8(ascii: "0")
    }

    private static let space = UInt8(ascii: " ")
}
