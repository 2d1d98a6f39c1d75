import HTTPServing
import PhotoLibrary
import Platform
import Testing

@testable import PickerAPI

@Suite struct ThumbnailBatchRouteTests {
    @Test("every asset gives a part: its picture, or why there is none")
    func everyAssetAPart() async throws {
        let api = try await TestAPI()
        let first = try await api.add(FileName("a.jpg"))
        let second = try await api.add(FileName("b.jpg"))
        let response = try await api.post(
            "/thumbnails/batch?w=100&h=50", #"{"ids":["\#(first.id)","0000000000001","\#(second.id)"]}"#)
        #expect(response.status == 200)
        let type = try #require(response.fields["Content-Type"])
        let boundary = try #require(type.split(separator: "=").last)
        #expect(type.hasPrefix("multipart/mixed; boundary="))
        let text = String(decoding: try await response.streamed(), as: UTF8.self)
        let parts = text.components(between: "--\(boundary)").dropLast()
        #expect(text.hasSuffix("--\(boundary)--\r\n") && parts.count == 3)
        for id in [first.id, second.id] {
            let part = try #require(parts.first { $0.contains("Content-Location: /thumbnails/\(id)\r\n") })
            #expect(part.contains("Content-Type: image/jpeg\r\n") && part.hasSuffix("\r\n\r\n128x64 aspectFit\r\n"))
        }
        let unknown = try #require(parts.first { $0.contains("Content-Location: /thumbnails/0000000000001\r\n") })
        #expect(unknown.contains("Content-Type: application/problem+json\r\n") && unknown.contains("\"status\":404"))
    }

    @Test(
        "a request that makes no sense is refused as a whole",
        arguments: [#"{}"#, #"{"ids":[]}"#, #"{"ids":["?"]}"#, #"{"ids":"0000000000001"}"#, #"{"id":[]}"#, "["])
    func refused(content: String) async throws {
        let api = try await TestAPI()
        #expect(try await api.post("/thumbnails/batch", content).status == 400)
    }

    @Test("what a client that leaves has not got is not made")
    func clientLeaves() async throws {
        let api = try await TestAPI()
        var ids: [String] = []
        for number in 0..<100 { ids.append("\"\(try await api.add(FileName("\(number).jpg")).id)\"") }
        let response = try await api.post("/thumbnails/batch", "{\"ids\":[\(ids.joined(separator: ","))]}")
        guard case .stream(let stream) = response.body else {
            Issue.record("no stream")
            return
        }
        await #expect(throws: ConnectionClosed.self) { try await stream.producer(HTTPBodyWriter { _ in false }) }
        #expect(api.decoder.renderCount <= ThumbnailBatchRoute.madeAtOnce)
    }

    @Test("more than are sent at once are refused")
    func tooMany() async throws {
        let api = try await TestAPI()
        let ids = Array(repeating: #""0000000000001""#, count: ThumbnailBatchRoute.mostPictures + 1)
        #expect(try await api.post("/thumbnails/batch", "{\"ids\":[\(ids.joined(separator: ","))]}").status == 400)
    }
}

extension String {
    /// What stands between the occurrences of a text.
    fileprivate func components(between text: String) -> [Substring] {
        split(separator: text, omittingEmptySubsequences: true)
    }
}
