import Foundation
import HTTPServing
import MediaDecoding
import PhotoLibrary
import Platform
import Testing

@testable import PickerAPI

@Suite struct BackgroundRenderingTests {
    @Test("every asset gets a thumbnail and a placeholder, once")
    func once() async throws {
        let api = try await TestAPI()
        for number in 0..<100 { try await api.add(FileName("\(number).jpg")) }
        let rendering = BackgroundRendering(api.services)
        let seen = await rendering.makeAll(after: -1)
        #expect(api.decoder.renderCount == 100)
        #expect(try await state(api) == ["state": "idle", "total": 100, "done": 100, "failed": 0])
        let items = try #require(try await api.json("/assets")["items"] as? [[String: Any]])
        #expect(items.count == 100 && items.allSatisfy { $0["thumbHash"] as? String == "aGFzaA==" })
        // The placeholders were changes, of which nothing has to be made.
        let next = await rendering.makeAll(after: seen)
        #expect(next > seen)
        #expect(api.decoder.renderCount == 100)
        // What comes is made, and nothing else looked at.
        try await api.add(FileName("new.jpg"))
        _ = await rendering.makeAll(after: next)
        #expect(api.decoder.renderCount == 101)
        #expect(try await state(api)["total"] as? Int == 1)
    }

    @Test("an asset that has lost its placeholder gets it from its thumbnail")
    func again() async throws {
        let api = try await TestAPI()
        let asset = try await api.add(FileName("a.jpg"))
        let rendering = BackgroundRendering(api.services)
        var seen = await rendering.makeAll(after: -1)
        try await api.library.update([asset.id]) { assets in
            assets.values.map { asset in
                var asset = asset
                asset.details[.thumbHash] = nil
                return .putAsset(asset)
            }
        }
        seen = await rendering.makeAll(after: seen)
        #expect(try await api.json("/assets/\(asset.id)")["thumbHash"] as? String == "aGFzaA==")
        #expect(api.services.thumbnails.statistics.renders == 1)
    }

    @Test("assets without a picture are told of, and not tried again")
    func failed() async throws {
        let api = try await TestAPI()
        try await api.add(FileName("a.jpg"))
        api.decoder.fail(with: DecodeFailure(.damaged, "no picture"))
        let rendering = BackgroundRendering(api.services)
        let seen = await rendering.makeAll(after: -1)
        _ = await rendering.makeAll(after: seen)
        #expect(try await state(api) == ["state": "idle", "total": 1, "done": 0, "failed": 1])
        #expect(api.decoder.renderCount == 1)
    }

    private func state(_ api: TestAPI) async throws -> NSDictionary {
        try #require(try await api.json("/health")["rendering"] as? NSDictionary)
    }
}
