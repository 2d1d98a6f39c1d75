import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

@testable import MediaDecoding

struct ThumbnailServiceTests {
    private let folder: TemporaryDirectory
    private let service: ThumbnailService
    private let key = ThumbnailKey(
        contentTag: "tag", request: RenderRequest(size: PixelSize(width: 10, height: 10)))
    private let image = RenderedImage(bytes: [1, 2, 3], format: .jpeg, pixelSize: PixelSize(width: 10, height: 8))

    init() throws {
        folder = try TemporaryDirectory()
        service = try ThumbnailService(
            directory: FileName(folder.path("thumbnails")), byteLimit: 1 << 20, log: .silent)
    }

    /// A render that lasts until it is told to end, and counts how often it began and was cancelled.
    private final class SlowRender: Sendable {
        let began = AsyncStream.makeStream(of: Void.self)
        let release = AsyncStream.makeStream(of: Void.self)
        let count = Atomic<Int>(0)

        func callAsFunction(_ image: RenderedImage) async throws(DecodeFailure) -> RenderedImage {
            count.add(1, ordering: .relaxed)
            began.continuation.yield()
            // Ends when it is released, and when its task is cancelled.
            for await _ in release.stream { break }
            guard !Task.isCancelled else { throw DecodeFailure(.cancelled, "") }
            return image
        }
    }

    @Test func `one render for any number of callers, and then none`() async throws {
        let render = SlowRender()
        try await withThrowingTaskGroup(of: RenderedImage.self) { group in
            for _ in 0..<50 {
                group.addTask { [service, key, image] in
                    try await service.thumbnail(for: key) { (_: RenderTicket) async throws(DecodeFailure) in
                        try await render(image)
                    }
                }
            }
            for await _ in render.began.stream { break }
            render.release.continuation.finish()
            for try await answer in group { #expect(answer == image) }
        }
        #expect(render.count.load(ordering: .relaxed) == 1)
        #expect(service.cached(key) == image)
        #expect(service.statistics.renders == 1)
    }

    @Test func `a caller that leaves takes no other along; the last one takes the render`() async throws {
        let render = SlowRender()
        let call: @Sendable () async throws -> RenderedImage = { [service, key, image] in
            try await service.thumbnail(for: key) { (_: RenderTicket) async throws(DecodeFailure) in
                try await render(image)
            }
        }
        let first = Task { try await call() }
        for await _ in render.began.stream { break }
        let second = Task { try await call() }
        while service.waitingCount(for: key) < 2 { await Task.yield() }
        first.cancel()
        await #expect { try await first.value } throws: { ($0 as? DecodeFailure)?.code == .cancelled }
        #expect(service.cached(key) == nil)
        second.cancel()
        await #expect { try await second.value } throws: { ($0 as? DecodeFailure)?.code == .cancelled }
        // Whoever comes after that starts another.
        render.release.continuation.finish()
        #expect(try await call() == image)
    }

    @Test func `a thumbnail on disk is not rendered again`() async throws {
        let store = try ThumbnailStore(directory: FileName(folder.path("thumbnails")), byteLimit: 1 << 20)
        try store.write(image, for: key)
        let answer = try await service.thumbnail(for: key) { (_: RenderTicket) async throws(DecodeFailure) in
            throw DecodeFailure(.crashed, "not asked")
        }
        #expect(answer == image)
        #expect(service.statistics == ThumbnailService.Statistics(diskHits: 1))
    }

    @Test func `a lasting failure is remembered for the content, another is not`() async throws {
        let count = Mutex(0)
        for (code, renders) in [(DecodeFailure.Code.overloaded, 2), (.damaged, 1)] {
            count.withLock { $0 = 0 }
            for width in [10, 20] {
                let key = ThumbnailKey(
                    contentTag: code.rawValue, request: RenderRequest(size: PixelSize(width: width, height: 10)))
                await #expect {
                    try await service.thumbnail(for: key) { (_: RenderTicket) async throws(DecodeFailure) in
                        count.withLock { $0 += 1 }
                        throw DecodeFailure(code, "why")
                    }
                } throws: { $0 as? DecodeFailure == DecodeFailure(code, "why") }
            }
            #expect(count.withLock { $0 } == renders)
        }
    }

    @Test func `a picture that can't be stored is answered, and the log says so once`() async throws {
        let lines = Mutex(0)
        let counter = AsyncStream.makeStream(of: Void.self)
        let service = try ThumbnailService(
            directory: FileName(folder.path("thumbnails")), byteLimit: 1 << 20,
            log: Log { _ in
                lines.withLock { $0 += 1 }
                counter.continuation.yield()
            })
        // A file in the place of the folder for temporary files makes every write fail, also for root.
        try FileManager.default.removeItem(atPath: folder.path("thumbnails"))
        for tag in ["a", "b"] {
            let key = ThumbnailKey(contentTag: tag, request: key.request)
            let answer = try await service.thumbnail(for: key) { [image] _ async throws(DecodeFailure) in image }
            #expect(answer == image)
            if tag == "a" { for await _ in counter.stream { break } }
        }
        #expect(lines.withLock { $0 } == 1)
    }

    @Test func `a partial picture is not written to disk`() async throws {
        let partial = RenderedImage(
            bytes: [1], format: .jpeg, pixelSize: PixelSize(width: 1, height: 1), isPartial: true)
        _ = try await service.thumbnail(for: key) { (_: RenderTicket) async throws(DecodeFailure) in partial }
        #expect(service.cached(key) == partial)
        let again = try ThumbnailStore(directory: FileName(folder.path("thumbnails")), byteLimit: 1 << 20)
        #expect(again.read(key) == nil)
    }
}
