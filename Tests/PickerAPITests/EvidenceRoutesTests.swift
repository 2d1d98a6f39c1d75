import HTTPServing
import PhotoLibrary
import Platform
import TestSupport
import Testing

struct EvidenceRoutesTests {
    @Test func theNameWinsOverTheModificationDate() async throws {
        let api = try await TestAPI()
        let asset = try await api.add(FileName("IMG_20190203_040506.jpg"))
        let evidence = try #require(
            try await api.json("/assets/\(asset.id)/explain")["evidence"] as? [[String: String]])
        let dates = evidence.filter { $0["answer"] == "creationDate" }
        #expect(dates.map { $0["source"] } == ["file:name", "file:modified"])
        #expect(dates.map { $0["outcome"] } == ["used", "outranked"])
        #expect(dates.first?["value"] == "2019-02-03T04:05:06")
    }

    @Test func refreshingReadsAgainAndAnswersWithTheAsset() async throws {
        let api = try await TestAPI()
        let asset = try await api.add(FileName("a.jpg"))
        let response = try await api.get("/assets/\(asset.id)/refresh", method: .post)
        #expect(response.status == .ok)
        #expect(try TestAPI.object(response)["id"] as? String == asset.id.description)
        #expect(api.rescans.count == 1)
    }

    @Test(arguments: ["explain", "refresh"]) func unknownAssetsAreNotFound(route: String) async throws {
        let api = try await TestAPI()
        let method: HTTPMethod = route == "refresh" ? .post : .get
        #expect(try await api.get("/assets/0000000000000/\(route)", method: method).status == .notFound)
    }
}
