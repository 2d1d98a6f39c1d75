import HTTPServing
import Platform
import Testing

@Suite struct ConditionTests {
    static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    static let before = "Sun, 06 Nov 1994 08:49:36 GMT"
    static let after = "Sun, 06 Nov 1994 08:49:38 GMT"

    static func status(
        _ fields: [(String, String)], method: HTTPMethod = .get, etag: EntityTag? = EntityTag("e,1")
    ) throws -> Int {
        var list = HTTPFields()
        for (name, value) in fields { list.append(name, value) }
        let request = try HTTPRequest(method, "/", fields: list)
        let response = HTTPResponse(
            .ok, fields: ["Content-Type": "image/jpeg", "Cache-Control": "max-age=60"], body: .bytes([1, 2, 3]))
        let result = response.evaluating(conditionsOf: request, etag: etag, lastModified: HTTPDate.parse(date))
        if result.status == .notModified {
            #expect(result.body.length == 0)
            #expect(result.fields["ETag"] == etag?.description)
            #expect(result.fields["Cache-Control"] == "max-age=60")
            #expect(result.fields["Content-Type"] == nil)
        }
        return result.status.code
    }

    @Test(arguments: [
        ("\"e,1\"", 304), ("W/\"e,1\"", 304), ("\"x\", \"e,1\"", 304), ("\"x\",\"e,1\",\"y\"", 304), ("*", 304),
        ("\"x\" , W/\"e,1\"", 304), (",, \"e,1\"", 304), ("\"e\"", 200), ("e,1", 200), ("\"e,1", 200), ("", 200),
        ("w/\"e,1\"", 200), ("\"x\" \"e,1\"", 200), ("\"x y\", \"e,1\"", 200), ("\"\"", 200),
    ])
    func ifNoneMatch(value: String, status: Int) throws {
        #expect(try Self.status([("If-None-Match", value)]) == status)
        #expect(try Self.status([("If-None-Match", value)], method: .head) == status)
        let written = status == 304 ? 412 : 200
        #expect(try Self.status([("If-None-Match", value)], method: .put) == written)
    }

    @Test func ifNoneMatchOnTwoLines() throws {
        #expect(try Self.status([("If-None-Match", "\"x\""), ("if-none-match", "\"e,1\"")]) == 304)
        #expect(try Self.status([("If-None-Match", "\"x\""), ("if-none-match", "\"y\"")]) == 200)
    }

    @Test func aLongListIsReadInOneGo() throws {
        let list = (0..<20_000).map { "\"\($0)\"" }.joined(separator: ", ")
        #expect(try Self.status([("If-None-Match", list + ", \"e,1\"")]) == 304)
        #expect(try Self.status([("If-None-Match", list)]) == 200)
    }

    @Test(arguments: [(date, 304), (after, 304), (before, 200), ("yesterday", 200), ("", 200)])
    func ifModifiedSince(value: String, status: Int) throws {
        #expect(try Self.status([("If-Modified-Since", value)]) == status)
        #expect(try Self.status([("If-Modified-Since", value)], method: .put) == 200)
    }

    @Test func ifNoneMatchBeatsIfModifiedSince() throws {
        #expect(try Self.status([("If-None-Match", "\"e,1\""), ("If-Modified-Since", Self.before)]) == 304)
        #expect(try Self.status([("If-None-Match", "\"x\""), ("If-Modified-Since", Self.date)]) == 200)
        #expect(try Self.status([("If-None-Match", "malformed"), ("If-Modified-Since", Self.date)]) == 200)
    }

    @Test(arguments: [
        ("\"e,1\"", 200), ("W/\"e,1\"", 412), ("\"x\"", 412), ("*", 200), ("\"x\", \"e,1\"", 200), ("bad", 412),
        ("", 412),
    ])
    func ifMatchComparesStrongly(value: String, status: Int) throws {
        #expect(try Self.status([("If-Match", value)], method: .patch) == status)
        #expect(
            try Self.status([("If-Match", value)], method: .patch, etag: EntityTag("e,1", isWeak: true))
                == (value == "*" ? 200 : 412))
    }

    @Test(arguments: [(date, 200), (after, 200), (before, 412), ("never", 200)])
    func ifUnmodifiedSince(value: String, status: Int) throws {
        #expect(try Self.status([("If-Unmodified-Since", value)], method: .delete) == status)
        #expect(try Self.status([("If-Match", "\"e,1\""), ("If-Unmodified-Since", value)], method: .delete) == 200)
    }

    @Test func anyIsNothingWhereNothingExists() throws {
        let create = try HTTPRequest(.put, "/", fields: ["If-None-Match": "*"])
        #expect(create.precondition(etag: nil, exists: false) == .proceed)
        #expect(create.precondition(etag: nil, exists: true) == .failed)
        let update = try HTTPRequest(.put, "/", fields: ["If-Match": "*"])
        #expect(update.precondition(etag: nil, exists: false) == .failed)
    }

    @Test func errorsAreNotConditional() throws {
        let request = try HTTPRequest(.get, "/", fields: ["If-None-Match": "*"])
        #expect(HTTPResponse(.notFound).evaluating(conditionsOf: request).status == .notFound)
    }

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("06 Nov 1994", nil),
            ("Sun, 31 Feb 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 24:49:37 GMT", nil),
            ("Sun, 06 Nov 94 08:49:37 GMT", 784_111_777),
            ("Sun, +6 Nov 1994 08:49:37 GMT", nil), ("", nil),
        ] as [(String, Int64?)])
    func datesHaveThreeForms(text: String, seconds: Int64?) { #expect(HTTPDate.parse(text)?.seconds == seconds) }
}
