import Foundation
import HTTPServing
import PhotoLibrary
import Platform
import TestSupport
import Testing

@testable import PickerAPI

/// Who may have what: a table made of `openapi.yaml` itself, and the ways to show a token.
@Suite struct AccessTests {
    /// An operation of the contract with the scope that it needs; nil where it is open.
    struct Operation {
        let method: HTTPMethod
        let path: String
        let scope: String?
    }

    /// Reads the lines of `paths`: a path, a method, then its `security`.
    static func operations() -> [Operation] {
        var found: [Operation] = []
        var (path, method, isInPaths) = ("", "", false)
        for line in String(decoding: PackageResources.openapi_yaml, as: UTF8.self).split(separator: "\n") {
            if !line.hasPrefix(" ") { isInPaths = line == "paths:" }
            guard isInPaths else { continue }
            if line.hasPrefix("  /") { path = String(line.dropFirst(2).dropLast()) }
            if line.wholeMatch(of: #/    [a-z]+:/#) != nil { method = line.dropFirst(4).dropLast().uppercased() }
            if line.hasPrefix("      security: ") {
                let scope = line.firstMatch(of: /bearer: \[(\w+)\]/).map { String($0.1) }
                found.append(Operation(method: HTTPMethod(rawValue: method), path: path, scope: scope))
            }
        }
        return found
    }

    private func status(
        _ api: TestAPI, _ operation: Operation, _ token: String?
    ) async throws -> HTTPResponse {
        let target = operation.path.replacing("{id}", with: "01hv3k9q2mf7c").replacing("{kind}", with: "photo")
            .replacing("{asset}", with: "01hv3k9q2mf7c")
        let fields: HTTPFields = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
        return await api.router.respond(to: try HTTPRequest(operation.method, target, fields: fields))
    }

    @Test func `every operation states its scope as its route does`() async throws {
        let api = try await TestAPI()
        let described = Self.operations().map { "\($0.method) \($0.path) \($0.scope ?? "open")" }
        #expect(Set(described) == Set(api.router.routes.map { "\($0.method) \($0.template) \($0.access.name)" }))
        #expect(described.count == api.router.routes.count)
    }

    @Test func `every operation is refused without a token, with a revoked one, and with too small a scope`()
        async throws
    {
        let api = try await TestAPI(isTokenRequired: true)
        let keeper = api.services.tokens
        var texts: [TokenScope: String] = [:]
        for scope in TokenScope.allCases {
            texts[scope] = try keeper.create(name: "\(scope)", scope: scope, lifetime: nil).text
        }
        let revoked = try keeper.create(name: "revoked", scope: .admin, lifetime: nil)
        #expect(try keeper.revoke(revoked.token.id))
        let stranger = keeper.token(for: api.library.identifiers.next(), expires: Timestamp(seconds: .max / 2))
        for operation in Self.operations() {
            guard let scope = operation.scope, operation.path != "/session" else { continue }
            let name = "\(operation.method) \(operation.path)"
            let without = try await status(api, operation, nil)
            #expect(without.status == 401, "\(name)")
            #expect(without.fields["WWW-Authenticate"]?.hasPrefix("Bearer") == true, "\(name)")
            for wrong in [revoked.text, "", "cs_", texts[.admin, default: ""] + "0"] {
                let response = try await status(api, operation, wrong)
                #expect(response.status == 401, "\(name)")
                #expect(response.fields["WWW-Authenticate"]?.contains("invalid_token") == true, "\(name)")
            }
            for (held, text) in texts {
                let response = try await status(api, operation, text)
                if held.allows(RouteAccess(scope)) {
                    #expect(response.status != 401 && response.status != 403, "\(name) \(held)")
                } else {
                    #expect(response.status == 403, "\(name) \(held)")
                    #expect(response.fields["WWW-Authenticate"]?.contains("scope=\"\(scope)\"") == true, "\(name)")
                }
            }
            let asPicker = try await status(api, operation, stranger).status
            #expect((asPicker == 403) == (scope != "limited") && asPicker != 401, "\(name)")
        }
    }

    @Test func `a token beside its scope decides, even where none is needed`() async throws {
        let api = try await TestAPI()
        let text = try api.services.tokens.create(name: "camera", scope: .addOnly, lifetime: nil).text
        #expect(try await api.get("/assets").status == 200)
        #expect(try await api.get("/assets", ["Authorization": "Bearer \(text)"]).status == 403)
        #expect(try await api.get("/assets", ["Authorization": "Bearer x"]).status == 401)
        #expect(try await api.get("/assets", ["Cookie": "contactsheet=old"]).status == 200)
    }

    @Test func `a token holds until it expires`() async throws {
        let api = try await TestAPI(isTokenRequired: true)
        let past = try TokenKeeper(in: FileName(api.directory.path("data")), now: { Timestamp(seconds: 1000) })
        let text = try past.create(name: "old", scope: .read, lifetime: .seconds(60)).text
        #expect(past.token(text) != nil)
        let later = try TokenKeeper(in: FileName(api.directory.path("data")), now: { Timestamp(seconds: 1060) })
        #expect(later.token(text) == nil)
        let file = try String(contentsOfFile: api.directory.path("data/tokens.json"), encoding: .utf8)
        #expect(!file.contains(text))
    }

    @Test func `a page's cookie reads, and changes things only for pages of this server`() async throws {
        let api = try await TestAPI(isTokenRequired: true)
        let text = try api.services.tokens.create(name: "page", scope: .admin, lifetime: nil).text
        let login = try await api.get("/session", ["Authorization": "Bearer \(text)"], method: .post)
        let set = try #require(login.fields["Set-Cookie"])
        #expect(login.status == 204 && set.contains("HttpOnly") && set.contains("SameSite=Lax"))
        #expect(!set.contains("Secure"))
        let secure = try await api.get(
            "/session", ["Authorization": "Bearer \(text)", "X-Forwarded-Proto": "https"], method: .post)
        #expect(secure.fields["Set-Cookie"]?.contains("; Secure") == true)
        let cookie = "a=b; " + set.prefix { $0 != ";" }
        #expect(try await api.get("/assets", ["Cookie": cookie]).status == 200)
        let cases: [(HTTPFields, HTTPStatus)] = [
            ([:], 403), (["Sec-Fetch-Site": "cross-site"], 403), (["Sec-Fetch-Site": "same-site"], 403),
            (["Sec-Fetch-Site": "same-origin"], 202), (["Origin": "http://here", "Host": "here"], 202),
            (["Origin": "http://evil", "Host": "here"], 403), (["Origin": "null", "Host": "here"], 403),
        ]
        for (fields, status) in cases {
            var fields = fields
            fields.append("Cookie", cookie)
            #expect(try await api.get("/rescan", fields, method: .post).status == status, "\(fields)")
        }
        #expect(try await api.get("/session", method: .post).status == 401)
        #expect(try await api.get("/session", method: .delete).fields["Set-Cookie"]?.contains("Max-Age=0") == true)
    }

    @Test func `a signed URL gives its own resource and no other`() async throws {
        let api = try await TestAPI(isTokenRequired: true)
        let asset = try await api.add(FileName("a.jpg"))
        let other = try await api.add(FileName("b.jpg"))
        let signer = api.services.tokens.signer
        let url = signer.sign("/thumbnails/\(asset.id)?w=64", for: .seconds(60))
        #expect(url == signer.sign("/thumbnails/\(asset.id)?w=64", for: .seconds(60)))
        #expect(try await api.get(url).status == 200)
        for wrong in [
            url.replacing("\(asset.id)", with: "\(other.id)"), url.replacing("w=64", with: "w=65"), url + "0",
            url.replacing("expires=", with: "expires=9"), signer.sign("/assets", for: .seconds(60)),
        ] {
            let status = try await api.get(wrong).status
            #expect(status == 401 || status == 400, "\(wrong)")
        }
        let old = URLSigner(key: Array("k".utf8), now: { Timestamp(seconds: 0) })
        let expired = old.sign("/assets", for: .seconds(1))
        #expect(old.isValid(expired))
        #expect(!URLSigner(key: Array("k".utf8), now: { Timestamp(seconds: 86400) }).isValid(expired))
    }

    @Test func `authorization speaks PhotoKit's words`() async throws {
        let api = try await TestAPI(isTokenRequired: true)
        let keeper = api.services.tokens
        let picker = keeper.token(for: api.library.identifiers.next(), expires: Timestamp(seconds: .max / 2))
        let cases: [(String?, String)] = [
            (nil, "notDetermined"), ("x", "denied"), (picker, "limited"),
            (try keeper.create(name: "r", scope: .read, lifetime: nil).text, "authorized"),
            (try keeper.create(name: "a", scope: .addOnly, lifetime: nil).text, "restricted"),
        ]
        for (text, status) in cases {
            let response = try await api.get("/authorization", text.map { ["Authorization": "Bearer \($0)"] } ?? [:])
            #expect(try TestAPI.object(response)["status"] as? String == status)
        }
        let open = try await TestAPI()
        #expect(try await open.json("/authorization")["status"] as? String == "authorized")
        #expect(try await api.json("/health").keys.sorted() == ["status"])
    }
}
