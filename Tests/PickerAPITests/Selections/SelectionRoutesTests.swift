import Foundation
import HTTPServing
import PhotoLibrary
import Platform
import Testing

@testable import PickerAPI

@Suite struct SelectionRoutesTests {
    /// Asks for something with JSON as the content.
    static func send(
        _ api: TestAPI, _ method: HTTPMethod, _ target: String, _ json: String = "", _ fields: HTTPFields = [:]
    ) async throws -> HTTPResponse {
        var fields = fields
        if !json.isEmpty { fields["Content-Type"] = "application/json" }
        return await api.router.respond(
            to: try HTTPRequest(method, target, fields: fields, body: Array(json.utf8)))
    }

    static func make(_ api: TestAPI, _ json: String = "{}") async throws -> String {
        let response = try await send(api, .post, "/selections", json)
        #expect(response.status == 201)
        return try #require(try TestAPI.object(response)["id"] as? String)
    }

    static func add(_ ids: [AssetID]) -> String {
        #"{"actions":[{"action":"add","assets":["\#(ids.map(\.description).joined(separator: #"",""#))"]}]}"#
    }

    @Test func metadataComesBackAsItWas() async throws {
        let api = try await TestAPI()
        let metadata = #"{ "b":1.0, "a":[1e3,"\u00e9 \" } ]"],  "b":{} }"#
        let id = try await Self.make(api, #"{"maximum":3 , "metadata" : \#(metadata) , "crop":"4:3"}"#)
        let text = String(decoding: try await api.get("/selections/\(id)").bytes, as: UTF8.self)
        #expect(text.contains(#""metadata":\#(metadata),"#))
        #expect(text.contains(#""crop":"4:3""#) && text.contains(#""maximum":3"#))
        let patch = try await Self.send(api, .patch, "/selections/\(id)", #"{"metadata":[ 7 ]}"#, ["If-Match": "\"1\""])
        #expect(patch.status == .ok && patch.fields["ETag"] == "\"2\"")
        #expect(String(decoding: patch.bytes, as: UTF8.self).contains(#""metadata":[ 7 ],"#))
        let stale = try await Self.send(api, .patch, "/selections/\(id)", #"{"metadata":1}"#, ["If-Match": "\"1\""])
        #expect(stale.status == 412)
    }

    @Test(arguments: [
        (#"{"maximum":-1}"#, "maximum"), (#"{"minimum":5,"maximum":4}"#, "minimum"), (#"{"crop":"5"}"#, "crop"),
        (#"{"crop":"0:1"}"#, "crop"), (#"{"maximumByType":{"video":-1}}"#, "maximumByType.video"),
        (#"{"fetch":{"colour":"red"}}"#, "fetch.colour"), (#"{"fetch":{"mediaType":"x"}}"#, "fetch"),
        (#"{"allowsPlayTypes":["gif"]}"#, "allowsPlayTypes"), (#"{"callbackURL":"ftp://x"}"#, "callbackURL"),
        (#"{"preselected":["01hv3k9q2mf7c"]}"#, "preselected"), (#"{"expiresIn":0}"#, "expiresIn"),
        (#"{"speed":1}"#, "speed"), (#"{"isOrdered":"yes"}"#, "isOrdered"),
        (#"{"limitMessages":{"en":1}}"#, "limitMessages.en"),
        (#"{"allowsMultipleSelection":false,"maximum":2}"#, "maximum"),
    ]) func aWrongRuleIsRefusedWithItsName(_ json: String, _ name: String) async throws {
        let api = try await TestAPI()
        let response = try await Self.send(api, .post, "/selections", json)
        #expect(response.status == 400)
        #expect(try TestAPI.object(response)["field"] as? String == name)
    }

    @Test func fullIsSaidInThePersonsLanguage() async throws {
        let api = try await TestAPI()
        let one = try await api.add(FileName("1.jpg")).id
        let two = try await api.add(FileName("2.jpg")).id
        let id = try await Self.make(api, #"{"maximum":1,"limitMessages":{"fr":"Une seule !"}}"#)
        let first = try await Self.send(api, .post, "/selections/\(id)/items", Self.add([one]))
        let receipt = try TestAPI.object(first)
        #expect(first.status == .ok && first.fields["ETag"] == "\"2\"")
        #expect(receipt["count"] as? Int == 1 && receipt["isFull"] as? Bool == true)
        #expect((receipt["items"] as? [[String: Any]])?.map { $0["number"] as? Int } == [1])
        for (language, message) in [
            ("fr-CH", "Une seule !"), ("zh-CN", "最多只能选择1项"), ("xx", "You can select up to 1 item"),
        ] {
            let refused = try await Self.send(
                api, .post, "/selections/\(id)/items", Self.add([two]), ["Accept-Language": language])
            let problem = try TestAPI.object(refused)
            #expect(refused.status == 409 && problem["type"] as? String == "/problems/limit-exceeded")
            #expect(problem["message"] as? String == message)
            #expect((problem["selection"] as? [String: Any])?["version"] as? Int == 2)
        }
        let again = try await Self.send(api, .post, "/selections/\(id)/items", Self.add([one]))
        #expect(again.status == .ok && again.fields["ETag"] == "\"2\"")
    }

    @Test func onlyWhatTheFetchGivesCanBePicked() async throws {
        let api = try await TestAPI()
        let picture = try await api.add(FileName("1.jpg")).id
        let video = try await api.add(FileName("2.mp4")) { $0.mediaType = .video }.id
        let id = try await Self.make(api, #"{"fetch":{"mediaType":"video"}}"#)
        let refused = try await Self.send(api, .post, "/selections/\(id)/items", Self.add([video, picture]))
        #expect(refused.status == 422)
        #expect(try TestAPI.object(refused)["type"] as? String == "/problems/not-selectable")
        let range = #"{"actions":[{"action":"addRange","offset":0,"limit":10,"at":"\#(api.library.token)"}]}"#
        let added = try TestAPI.object(try await Self.send(api, .post, "/selections/\(id)/items", range))
        #expect((added["items"] as? [[String: Any]])?.map { $0["id"] as? String } == [video.description])
    }

    @Test func itemsArePagedAndRememberedByToken() async throws {
        let api = try await TestAPI()
        var ids: [AssetID] = []
        for number in 0..<5 { ids.append(try await api.add(FileName("\(number).jpg")).id) }
        let id = try await Self.make(api, #"{"crop":"free"}"#)
        let path = "/selections/\(id)/items"
        _ = try await Self.send(api, .post, path, Self.add(ids))
        let page = try await api.json("\(path)?limit=2")
        let next = try #require(page["next"] as? String)
        let change = """
            {"actions":[{"action":"clear"},{"action":"add","assets":["\(ids[4])"]},{"action":"edit","asset":"\(ids[4])",
            "crop":{"x":0,"y":0.25,"width":1,"height":0.5},"rotation":90}]}
            """
        #expect(try await Self.send(api, .post, path, change).status == .ok)
        let rest = try await api.json(next)
        #expect((rest["items"] as? [[String: Any]])?.map { $0["id"] as? String } == ids[2..<4].map(\.description))
        let now = try await api.json(path)
        let item = try #require((now["items"] as? [[String: Any]])?.first)
        #expect(now["total"] as? Int == 1 && item["rotation"] as? Int == 90 && item["number"] as? Int == 1)
        #expect((item["asset"] as? [String: Any])?["filename"] as? String == "4.jpg")
        #expect(try await api.get("\(path)?at=01hv3k9q2mf7c-1").status == 410)
    }

    @Test func itEndsOnceAndIsForgottenWhenDeleted() async throws {
        let api = try await TestAPI()
        let one = try await api.add(FileName("1.jpg")).id
        let id = try await Self.make(api, #"{"minimum":1}"#)
        #expect(try await Self.send(api, .post, "/selections/\(id)/complete").status == 409)
        _ = try await Self.send(api, .post, "/selections/\(id)/items", Self.add([one]))
        for _ in 0..<2 {
            let done = try await Self.send(api, .post, "/selections/\(id)/complete")
            #expect(done.status == .ok)
            #expect(try TestAPI.object(done)["state"] as? String == "completed")
        }
        let late = try await Self.send(api, .post, "/selections/\(id)/items", Self.add([one]))
        #expect(late.status == 409)
        #expect(try TestAPI.object(late)["type"] as? String == "/problems/selection-ended")
        #expect(try await api.json("/selections?state=completed")["total"] as? Int == 1)
        #expect(try await Self.send(api, .delete, "/selections/\(id)").status == 204)
        #expect(try await api.get("/selections/\(id)").status == 404)
    }

    @Test func aPollIsToldWhatHappened() async throws {
        let api = try await TestAPI()
        var ids: [AssetID] = []
        for number in 0..<3 { ids.append(try await api.add(FileName("\(number).jpg")).id) }
        let id = try await Self.make(api, #"{"maximum":2}"#)
        let path = "/changes?resource=selection&selection=\(id)"
        let snapshot = try await api.json(path)
        #expect(snapshot["type"] as? String == "snapshot" && snapshot["count"] as? Int == 0)
        let token = try #require(snapshot["token"] as? String)
        _ = try await Self.send(api, .post, "/selections/\(id)/items", Self.add(Array(ids[..<2])))
        let change = try await api.json("\(path)&since=\(token)")
        let events = try #require(change["events"] as? [[String: Any]])
        #expect(events.map { $0["type"] as? String } == ["selected", "count"])
        #expect((change["inserted"] as? [[String: Any]])?.map { $0["index"] as? Int } == [0, 1])
        let later = try #require(change["to"] as? String)
        // Somebody else's try is told of while a client waits.
        async let waiting = api.json("\(path)&since=\(later)&wait=20s")
        let refused = try await Self.send(api, .post, "/selections/\(id)/items", Self.add([ids[2]]))
        #expect(refused.status == 409)
        _ = try await Self.send(api, .post, "/selections/\(id)/cancel")
        let news = try await waiting
        let types = Set((news["events"] as? [[String: Any]] ?? []).compactMap { $0["type"] as? String })
        #expect(!types.isEmpty && types.isSubset(of: ["limitExceeded", "cancelled"]))
        let old = try await api.get("\(path)&since=01hv3k9q2mf7c-1")
        #expect(old.status == 410)
        #expect(try await api.get("/changes?resource=selection&selection=01hv3k9q2mf7c").status == 404)
        #expect(try await api.get("/changes?resource=selection&selection=\(id)&sort=taken").status == 400)
    }
}
