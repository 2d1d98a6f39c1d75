import HTTPServing
import Testing

@Suite struct RouterTests {
    static func status(_ method: HTTPMethod, _ target: String, fields: HTTPFields = [:], body: [UInt8] = [])
        async throws
        -> HTTPResponse
    { await sampleRouter().respond(to: try HTTPRequest(method, target, fields: fields, body: body)) }

    @Test func aLiteralBeatsAParameterUnlessItLeadsNowhere() async throws {
        var router = Router()
        let answer: @Sendable (String) -> Route.Handler = { text in
            { _, parameters in .now(HTTPResponse(type: "text/plain", Array(text.utf8))) }
        }
        router.on(.get, "/a/{id}/x", handler: answer("parameter"))
        router.on(.get, "/a/b", handler: answer("literal"))
        router.on(.get, "/a/{id}", handler: answer("id"))
        for (target, text) in [("/a/b", "literal"), ("/a/c", "id"), ("/a/b/x", "parameter"), ("/a/%62", "literal")] {
            let response = await router.respond(to: try HTTPRequest(.get, target))
            #expect(try bytes(response.body) == Array(text.utf8), "\(target)")
        }
        for target in ["/a", "/a/", "/", "/a/b/", "/a/b/x/y", "//a/b", "/A/b"] {
            #expect(await router.respond(to: try HTTPRequest(.get, target)).status == .notFound, "\(target)")
        }
        #expect(router.routes.map(\.template) == ["/a/{id}/x", "/a/b", "/a/{id}"])
    }

    @Test(
        arguments: [
            (.get, "/nothing", 404, "/problems/not-found"), (.delete, "/small", 405, "/problems/method-not-allowed"),
            (HTTPMethod(rawValue: "BREW"), "/small", 405, "/problems/method-not-allowed"),
            (.get, "/items/1?x=1", 400, "/problems/unknown-parameter"),
            (.get, "/items/1?w=1&w=2", 400, "/problems/repeated-parameter"),
            (.get, "/small?a=1", 400, "/problems/unknown-parameter"),
            (.post, "/echo", 411, "/problems/length-required"), (.head, "/items/1?w=1&h=2", 200, nil),
            (.options, "/items/1", 204, nil),
        ] as [(HTTPMethod, String, Int, String?)])
    func problemsNameThemselves(method: HTTPMethod, target: String, status: Int, type: String?) async throws {
        let response = try await Self.status(method, target)
        #expect(response.status.code == status)
        guard let type else { return }
        #expect(response.fields["Content-Type"] == "application/problem+json")
        let text = String(decoding: try bytes(response.body), as: UTF8.self)
        #expect(text.hasPrefix("{\"type\":\"\(type)\",\"title\":"))
        #expect(text.contains("\"status\":\(status)"))
        if let query = target.split(separator: "?").dropFirst().first {
            #expect(text.contains("\"parameter\":\"\(query.prefix { $0 != "=" })\""))
        }
    }

    @Test func allowNamesEveryMethod() async throws {
        #expect(try await Self.status(.put, "/items/1").fields["Allow"] == "GET, HEAD, OPTIONS")
        #expect(try await Self.status(.options, "/echo").fields["Allow"] == "OPTIONS, POST")
    }

    @Test(arguments: [
        ("", 200), ("*/*", 200), ("application/json", 200), ("application/*;q=0.1", 200), ("text/html", 406),
        ("text/*", 406),
        ("application/json;q=0", 406), ("*/*, application/json;q=0", 406), ("text/html, */*;q=0.1", 200),
        ("application/json;q=0, */*;q=0.5", 406), ("APPLICATION/JSON;charset=utf-8", 200),
        ("application/json;q=2", 200),
    ])
    func acceptIsWeighed(accept: String, status: Int) async throws {
        #expect(try await Self.status(.get, "/items/1", fields: ["Accept": accept]).status.code == status)
    }

    @Test(
        arguments: [
            ("text/plain", 200), ("Text/Plain; charset=utf-8", 200), ("image/png", 415), ("", 415), (nil, 415),
        ] as [(String?, Int)])
    func contentTypesAreChecked(type: String?, status: Int) async throws {
        var fields = HTTPFields()
        fields["Content-Type"] = type
        #expect(try await Self.status(.post, "/echo", fields: fields, body: [1]).status.code == status)
    }

    @Test func contentIsBounded() async throws {
        let body = [UInt8](repeating: 1, count: 100_001)
        #expect(try await Self.status(.post, "/echo", fields: ["Content-Type": "text/plain"], body: body).status == 413)
        #expect(try await Self.status(.get, "/small", body: [1]).status == 413)
    }

    @Test func pagesOfAllowedOriginsMayRead() async throws {
        var router = Router(cors: CORSPolicy(origins: .only(["https://a.example"])))
        router.on(.get, "/x") { _, _ in .now(HTTPResponse(.noContent)) }
        let allowed = await router.respond(to: try HTTPRequest(.get, "/x", fields: ["Origin": "https://a.example"]))
        #expect(allowed.fields["Access-Control-Allow-Origin"] == "https://a.example")
        #expect(allowed.fields["Access-Control-Expose-Headers"]?.contains("ETag") == true)
        #expect(allowed.fields["Vary"] == "Origin")
        let other = await router.respond(to: try HTTPRequest(.get, "/x", fields: ["Origin": "https://b.example"]))
        #expect(other.fields["Access-Control-Allow-Origin"] == nil)
        #expect(other.fields["Vary"] == "Origin")
        let error = await router.respond(to: try HTTPRequest(.get, "/y", fields: ["Origin": "https://a.example"]))
        #expect(error.fields["Access-Control-Allow-Origin"] == "https://a.example")
        let preflight = await router.respond(
            to: try HTTPRequest(
                .options, "/x", fields: ["Origin": "https://a.example", "Access-Control-Request-Method": "GET"]))
        #expect(preflight.status == .noContent)
        #expect(preflight.fields["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS")
        let everyone = CORSPolicy(origins: .any)
        #expect(everyone.origins == .any)
    }
}
