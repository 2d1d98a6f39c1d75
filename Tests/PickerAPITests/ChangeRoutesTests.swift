import Foundation
import HTTPServing
import PhotoLibrary
import Platform
import Testing

@testable import PickerAPI

@Suite struct ChangeRoutesTests {
    private func object(_ bytes: [UInt8]) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    private func ids(_ page: [String: Any]) throws -> [String] {
        try #require(page["items"] as? [[String: Any]]).compactMap { $0["id"] as? String }
    }

    /// Applies a change as a client does.
    private func apply(_ change: [String: Any], to before: [String]) throws -> [String] {
        let moved = try #require(change["moved"] as? [[String: Any]])
        let removed = try #require(change["removed"] as? [Int])
        let taken = Set(removed + moved.compactMap { $0["from"] as? Int })
        var list = before.indices.filter { !taken.contains($0) }.map { before[$0] }
        var placed = moved.compactMap { move in (move["to"] as? Int).map { ($0, move["id"] as? String ?? "") } }
        for place in try #require(change["inserted"] as? [[String: Any]]) {
            let id = (place["asset"] as? [String: Any])?["id"] as? String ?? place["id"] as? String
            placed.append((try #require(place["index"] as? Int), try #require(id)))
        }
        for (index, id) in placed.sorted(by: { $0.0 < $1.0 }) { list.insert(id, at: index) }
        return list
    }

    @Test func aPollGivesASnapshotThenWhatHappenedSince() async throws {
        let api = try await TestAPI()
        let first = try await api.add(FileName("a.jpg"))
        let target = "/changes?sort=name&order=ascending"
        let snapshot = try await api.json(target)
        #expect(snapshot["type"] as? String == "snapshot")
        #expect(snapshot["count"] as? Int == 1)
        let before = try ids(snapshot)
        let token = try #require(snapshot["token"] as? String)

        let same = try await api.json("\(target)&since=\(token)")
        #expect(same["from"] as? String == token)
        #expect(same["to"] as? String == token)
        #expect((same["inserted"] as? [Any])?.isEmpty == true)
        #expect(same["countBefore"] as? Int == 1)

        try await api.add(FileName("b.jpg"))
        try await api.add(FileName("0.jpg"))
        var renamed = first
        renamed.resources[0].filename = FileName("c.jpg")
        try await api.library.commit([.putAsset(renamed)])
        let change = try await api.json("\(target)&since=\(token)")
        #expect(change["hasIncrementalChanges"] as? Bool == true)
        let page = try await api.json("/assets?sort=name&order=ascending")
        #expect(try apply(change, to: before) == ids(page))
        #expect(change["to"] as? String == page["token"] as? String)
        #expect((change["changed"] as? [[String: Any]])?.first?["fields"] as? [String] == ["filename", "resources"])
    }

    @Test func aPollWaitsForWhatComes() async throws {
        let api = try await TestAPI()
        let token = try #require(try await api.json("/changes")["token"] as? String)
        async let answer = api.get("/changes?since=\(token)&wait=30s")
        try await api.add(FileName("a.jpg"))
        let change = try object(try await answer.bytes)
        #expect(change["countAfter"] as? Int == 1)
        #expect(change["from"] as? String == token)
        let late = try #require(change["to"] as? String)
        let idle = try await api.json("/changes?since=\(late)&wait=20ms")
        #expect(idle["to"] as? String == late)
        #expect((idle["removed"] as? [Any])?.isEmpty == true)
    }

    @Test(arguments: [("0000000000001-1", "/problems/unknown-library"), ("future", "/problems/token-expired")])
    func aTokenThatMeansNothingIsGoneWithAFreshStart(token: String, type: String) async throws {
        let api = try await TestAPI()
        try await api.add(FileName("a.jpg"))
        let known = token == "future" ? "\(api.library.catalogue.libraryID)-999" : token
        let response = try await api.get("/changes?since=\(known)")
        #expect(response.status == 410)
        let problem = try TestAPI.object(response)
        #expect(problem["type"] as? String == type)
        #expect((problem["snapshot"] as? [String: Any])?["count"] as? Int == 1)
        #expect(try await api.get("/assets?at=\(known)").status == 410)
    }

    @Test func pagesAreReadAsTheyWere() async throws {
        let api = try await TestAPI()
        for name in ["a.jpg", "b.jpg", "c.jpg"] { try await api.add(FileName(name)) }
        let before = try await api.json("/assets?sort=name&limit=2")
        let token = try #require(before["token"] as? String)
        try await api.add(FileName("aa.jpg"))
        try await api.library.commit([.removeAsset(try #require(AssetID(try ids(before)[0])))])
        let again = try await api.json("/assets?sort=name&limit=2&at=\(token)")
        #expect(again["total"] as? Int == 3)
        #expect(again["version"] as? Int == before["version"] as? Int)
        #expect(try ids(again) == ids(before))
        let rest = try await api.json(try #require(again["next"] as? String))
        #expect(rest["total"] as? Int == 3)
        #expect(try ids(rest).count == 1)
    }

    @Test func collectionsAreReadAsTheyWere() async throws {
        let api = try await TestAPI()
        let first = try await api.add(FileName("a.mp4")) { $0.mediaType = .video }
        let before = try await api.json("/collections")
        let token = api.library.token
        try await api.library.commit([.removeAsset(first.id)])
        let now = try await api.json("/collections")
        #expect(now["version"] as? Int != before["version"] as? Int)
        let past = try await api.get("/collections?at=\(token)")
        #expect(NSDictionary(dictionary: try TestAPI.object(past)) == NSDictionary(dictionary: before))
        let current = try await api.json("/collections?at=\(api.library.token)")
        #expect(NSDictionary(dictionary: current) == NSDictionary(dictionary: now))
        for unknown in ["0000000000001-1", "\(api.library.catalogue.libraryID)-999"] {
            #expect(try await api.get("/collections?at=\(unknown)").status == 410)
        }
    }

    @Test(arguments: ["application/json", "text/event-stream"])
    func whoComesBackToACollectionThatIsGoneIsTold(type: String) async throws {
        let api = try await TestAPI()
        let folder = Folder(
            id: api.library.identifiers.next(), parentID: api.root.id, name: FileName("d"), device: 1, inode: 99)
        try await api.library.commit([.putFolder(folder)])
        let target = "/changes?collection=\(folder.id)"
        let token = try #require(try await api.json(target)["token"] as? String)
        try await api.library.commit([.removeFolder(folder.id)])
        for query in ["", "&since=\(token)"] {
            #expect(try await api.get(target + query, ["Accept": type]).status == 404)
        }
    }

    @Test func collectionsAreAListLikeAnyOther() async throws {
        let api = try await TestAPI()
        let snapshot = try await api.json("/changes?resource=collections")
        let token = try #require(snapshot["token"] as? String)
        async let answer = api.get("/changes?resource=collections&since=\(token)&wait=30s")
        try await api.add(FileName("a.mp4")) { $0.mediaType = .video }
        let change = try object(try await answer.bytes)
        let inserted = try #require(change["inserted"] as? [[String: Any]])
        let names = inserted.compactMap { ($0["collection"] as? [String: Any])?["id"] as? String }
        #expect(names.contains("videos"))
        let changed = try #require(change["changed"] as? [[String: Any]])
        let counts = changed.compactMap { ($0["collection"] as? [String: Any])?["assetCount"] as? Int }
        #expect(counts.contains(1))
        // Also for those who come back later.
        try await api.add(FileName("b.mp4")) { $0.mediaType = .video }
        let late = try #require(change["to"] as? String)
        let further = try await api.json("/changes?resource=collections&since=\(late)")
        #expect(further["hasIncrementalChanges"] as? Bool == true)
        let fields = (further["changed"] as? [[String: Any]])?.compactMap { $0["fields"] as? [String] } ?? []
        #expect(!fields.isEmpty && fields.allSatisfy { $0.contains("assetCount") })
    }

    @Test(arguments: [
        ("wait=61s", "wait"), ("wait=1", "wait"), ("since=x", "since"), ("resource=things", "resource"),
        ("resource=collections&sort=name", "sort"), ("collection=x", "collection"), ("limit=1001", "limit"),
        ("view=grid", "view"),
    ])
    func aWrongParameterIsNamed(query: String, name: String) async throws {
        let api = try await TestAPI()
        let response = try await api.get("/changes?" + query)
        #expect(response.status == 400)
        #expect(try TestAPI.object(response)["parameter"] as? String == name)
    }

    @Test func anEventStreamBeginsWithASnapshotAndFollows() async throws {
        let api = try await TestAPI()
        let response = try await api.get("/changes", ["Accept": "text/event-stream"])
        #expect(response.fields["Content-Type"] == "text/event-stream")
        guard case .stream(let stream) = response.body else {
            Issue.record("no stream")
            return
        }
        let (pieces, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let writing = Task {
            try await stream.producer(
                HTTPBodyWriter { piece in
                    if case .bytes(let bytes) = piece { continuation.yield(bytes) }
                    return true
                })
        }
        var iterator = pieces.makeAsyncIterator()
        let first = String(decoding: try #require(await iterator.next()), as: UTF8.self)
        #expect(first.hasPrefix("event: snapshot\nid: "))
        #expect(first.hasSuffix("\n\n"))
        try await api.add(FileName("a.jpg"))
        let second = String(decoding: try #require(await iterator.next()), as: UTF8.self)
        #expect(second.hasPrefix("event: change\nid: \(api.library.token)\ndata: {"))
        writing.cancel()
    }

    @Test(arguments: [
        (nil, true), ("https://app.example", true), ("http://here", true), ("https://evil.example", false),
    ])
    func onlyAllowedOriginsOpenAWebSocket(origin: String?, isAllowed: Bool) async throws {
        let api = try await TestAPI()
        var fields: HTTPFields = [
            "Host": "here", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        ]
        fields["Origin"] = origin
        let response = try await api.get("/changes", fields)
        #expect(response.status.code == (isAllowed ? 101 : 403))
    }

    @Test func settlingIsToldWhereItTakesTooLong() async throws {
        let api = try await TestAPI()
        #expect(try await api.get("/assets?settle=1s").fields["Settled"] == nil)
        #expect(try await api.get("/assets?settle=50ms").fields["Settled"] == "false")
        #expect(try await api.get("/collections?settle=11s").status == 400)
    }
}
