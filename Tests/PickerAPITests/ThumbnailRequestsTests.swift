import HTTPServing
import PhotoLibrary
import Platform
import Testing

@testable import PickerAPI

@Suite struct ThumbnailRequestsTests {
    private let requests = ThumbnailRequests()

    @Test("a request that is cancelled by its name is answered so; others go on")
    func cancelled() async throws {
        let (began, begin) = AsyncStream.makeStream(of: Void.self)
        let answer = Task { [requests] in
            try await requests.run("a") { () async throws(HTTPProblem) in
                begin.yield()
                // Ends when it is cancelled, and then late with an answer.
                for await _ in AsyncStream<Void>.makeStream().stream {}
                return HTTPResponse()
            }
        }
        for await _ in began { break }
        #expect(!requests.cancel("b"))
        #expect(requests.cancel("a"))
        await #expect { try await answer.value } throws: { ($0 as? HTTPProblem)?.status == 409 }
        #expect(!requests.cancel("a"), "it is over")
        #expect(try await requests.run("a") { () async throws(HTTPProblem) in HTTPResponse() }.status == 200)
    }

    @Test("what the work throws is what is answered")
    func thrown() async throws {
        await #expect {
            try await requests.run("a") { () async throws(HTTPProblem) in throw HTTPProblem.overloaded("busy") }
        } throws: { ($0 as? HTTPProblem)?.status == 503 }
    }

    @Test("only names are taken as names")
    func names() async throws {
        let api = try await TestAPI()
        let asset = try await api.add(FileName("a.jpg"))
        #expect(try await api.get("/thumbnails/\(asset.id)?request=cell-1").status == 200)
        #expect(try await api.get("/thumbnails/\(asset.id)?request=cell%201").status == 400)
        #expect(try await api.get("/thumbnails/requests/cell-1", method: .delete).status == 404)
    }
}
