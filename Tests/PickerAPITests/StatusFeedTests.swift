import PhotoLibrary
import Platform
import Synchronization
import Testing

@testable import PickerAPI

@Suite struct StatusFeedTests {
    @Test func whoeverWatchesIsToldOfNowAndOfWhatChanges() async throws {
        let api = try await TestAPI()
        let feed = StatusFeed(services: api.services)
        let (messages, continuation) = AsyncStream.makeStream(of: String.self)
        // They come and go, so that each finds the feed in another state.
        for _ in 0..<3 {
            let watchers = (0..<2).map { _ in
                Task { try await feed.watch { continuation.yield(String(decoding: $0, as: UTF8.self)) } }
            }
            var iterator = messages.makeAsyncIterator()
            for _ in 0..<4 { #expect(await iterator.next()?.hasPrefix("{\"type\":\"") == true) }
            let count = api.library.snapshot.assetCount + 1
            try await api.add(FileName("\(count).jpg"))
            for _ in watchers { #expect(await iterator.next()?.contains("\"listedCount\":\(count)") == true) }
            for watcher in watchers {
                watcher.cancel()
                _ = await watcher.result
            }
        }
    }
}
