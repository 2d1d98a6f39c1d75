import HTTPServing
import MediaDecoding
import PhotoLibrary
import Platform
import Testing

@testable import PickerAPI

@Suite struct CachingRoutesTests {
    @Test("a window's thumbnails are there before they are asked for")
    func made() async throws {
        let api = try await TestAPI()
        var ids: [String] = []
        for number in 0..<30 { ids.append("\(try await api.add(FileName("\(number).jpg")).id)") }
        let body = #"{"window":"grid","sort":"name","order":"ascending","offset":10,"limit":20,"w":100,"h":100}"#
        let first = try await api.post("/thumbnails/cache", body)
        #expect(first.status == 202)
        try await api.waitForWindow("grid", #"{"total":20,"cached":20,"failed":0}"#)
        #expect(api.decoder.renderCount == 20)
        // Moving it makes what is new in it alone.
        let moved = body.replacing("\"offset\":10", with: "\"offset\":5")
        #expect(try await api.post("/thumbnails/cache", moved).status == 202)
        try await api.waitForWindow("grid", #"{"total":20,"cached":20,"failed":0}"#)
        #expect(api.decoder.renderCount == 25)
        // What was made is what is asked for.
        let page = try await api.get("/assets?sort=name&order=ascending&offset=5&limit=25")
        for id in ids where String(decoding: page.bytes, as: UTF8.self).contains("\"id\":\"\(id)\"") {
            #expect(try await api.get("/thumbnails/\(id)?w=100&h=100").status == 200)
        }
        #expect(api.decoder.renderCount == 25)
    }

    @Test("a window that is stopped is no window any more")
    func stopped() async throws {
        let api = try await TestAPI()
        #expect(try await api.post("/thumbnails/cache", #"{"window":"grid"}"#).status == 202)
        #expect(try await api.get("/thumbnails/cache/grid", method: .delete).status == 204)
        #expect(try await api.get("/thumbnails/cache/grid", method: .delete).status == 404)
        #expect(try await api.get("/thumbnails/cache/grid").status == 404)
    }

    @Test("assets without a picture are told of")
    func failed() async throws {
        let api = try await TestAPI()
        try await api.add(FileName("a.jpg"))
        api.decoder.fail(with: DecodeFailure(.damaged, "no picture"))
        #expect(try await api.post("/thumbnails/cache", #"{"window":"grid"}"#).status == 202)
        try await api.waitForWindow("grid", #"{"total":1,"cached":0,"failed":1}"#)
    }

    @Test(
        "requests that make no sense are refused",
        arguments: [
            (#"{}"#, 400), (#"{"window":"?"}"#, 400), (#"{"window":"a","limit":1001}"#, 400),
            (#"{"window":"a","resource":"collections"}"#, 400), (#"{"window":"a","collection":"nothing"}"#, 400),
            (#"{"window":"a","collection":"0000000000001"}"#, 404), (#"{"window":"a","w":0}"#, 400),
            (#"{"window":"a","format":"gif"}"#, 400), (#"{"window":"a","crop":"0,0,0,0"}"#, 422),
            (#"{"window":"a","exact":true,"dpr":1.5}"#, 202), ("[", 400),
        ])
    func refused(content: String, status: Int) async throws {
        let api = try await TestAPI()
        #expect(try await api.post("/thumbnails/cache", content).status.code == status)
    }
}

extension TestAPI {
    /// Asks until a window is as far as that.
    fileprivate func waitForWindow(_ name: String, _ expected: String) async throws {
        while true {
            let response = try await get("/thumbnails/cache/\(name)")
            try #require(response.status == 200)
            if String(decoding: response.bytes, as: UTF8.self) == expected { return }
            await Task.yield()
        }
    }
}
