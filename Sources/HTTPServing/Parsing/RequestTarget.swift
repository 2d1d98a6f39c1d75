/// A request target (RFC 9112 section 3.2), split and decoded.
struct RequestTarget {
    /// Decoded segments.
    let path: [String]
    /// Decoded names and values.
    let query: [(name: String, value: String)]
    /// Whether it is the `*` of OPTIONS.
    static let asterisk = "*"

    /// Reads a target in origin form, absolute form, or, of OPTIONS, asterisk form (whose path is `["*"]`).
    init(_ target: [UInt8], method: HTTPMethod) throws(HTTPProblem) {
        guard target.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "\\") })
        else {
            throw .malformedRequest("the target has a byte that must not stand there")
        }
        if target == [UInt8(ascii: "*")], method == .options {
            path = [Self.asterisk]
            query = []
            return
        }
        let local = try Self.withoutAuthority(target[...])
        let mark = local.firstIndex(of: UInt8(ascii: "?")) ?? local.endIndex
        path = try Self.segments(local[..<mark])
        query = mark == local.endIndex ? [] : try Self.pairs(local[(mark + 1)...])
    }

    /// Takes `http://host` off an absolute form.
    private static func withoutAuthority(_ target: ArraySlice<UInt8>) throws(HTTPProblem) -> ArraySlice<UInt8> {
        if target.first == slash { return target }
        for scheme in ["http://", "https://"]
        where target.count > scheme.utf8.count && target.prefix(scheme.utf8.count).equalsIgnoringCase(scheme.utf8) {
            let rest = target.dropFirst(scheme.utf8.count)
            let end = rest.firstIndex { $0 == slash || $0 == UInt8(ascii: "?") } ?? rest.endIndex
            guard end > rest.startIndex, !rest[..<end].contains(UInt8(ascii: "@")) else { break }
            return rest[end...]
        }
        throw .malformedRequest("the target is not a path")
    }

    private static func segments(_ path: ArraySlice<UInt8>) throws(HTTPProblem) -> [String] {
        guard path.count > 1 else { return [] }
        var segments: [String] = []
        segments.reserveCapacity(4)
        var start = path.startIndex + 1
        while start <= path.endIndex {
            let end = path[start...].firstIndex(of: slash) ?? path.endIndex
            guard let segment = PercentDecoding.decode(path[start..<end]) else {
                throw .malformedRequest("the path is not percent-encoded UTF-8")
            }
            if end - start <= 6 && (segment == "." || segment == "..") {
                throw .malformedRequest("the path has a dot segment")
            }
            if segment.utf8.count < end - start,
                segment.utf8.contains(where: { $0 == slash || $0 == UInt8(ascii: "\\") })
            {
                throw .malformedRequest("the path has an encoded slash or backslash")
            }
            segments.append(segment)
            start = end + 1
        }
        return segments
    }

    private static func pairs(_ query: ArraySlice<UInt8>) throws(HTTPProblem) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        pairs.reserveCapacity(4)
        var start = query.startIndex
        while start < query.endIndex {
            let end = query[start...].firstIndex(of: UInt8(ascii: "&")) ?? query.endIndex
            defer { start = end + 1 }
            if start == end { continue }
            let equals = query[start..<end].firstIndex(of: UInt8(ascii: "=")) ?? end
            guard let name = PercentDecoding.decode(query[start..<equals], plusIsSpace: true),
                let value = PercentDecoding.decode(query[min(equals + 1, end)..<end], plusIsSpace: true)
            else { throw .malformedRequest("the query is not percent-encoded UTF-8") }
            pairs.append((name, value))
        }
        return pairs
    }

    private static let slash = UInt8(ascii: "/")
}
