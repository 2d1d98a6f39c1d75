import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

@testable import MediaDecoding

struct ThumbnailServiceTests {
    private let folder: TemporaryDirectory
    private let service: ThumbnailService
    private let decoder = ReducingDecoder()
    private let key = ThumbnailKey(
        contentTag: "tag", request: RenderRequest(size: PixelSize(width: 10, height: 10)))
    private let image = RenderedImage(bytes: [1, 2, 3], format: .jpeg, pixelSize: PixelSize(width: 10, height: 8))

    init() throws {
        folder = try TemporaryDirectory()
        service = try ThumbnailService(
            directory: FileName(folder.path("thumbnails")), byteLimit: 1 << 20, decoder: decoder, log: .silent)
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

    @Test func `what has no frames has a thumbnail all the same`() async throws {
        let size = PixelSize(width: 10, height: 10)
        let sequence = RenderRequest.FrameSequence(count: 2, isAnimated: true)
        for moving in [RenderRequest(size: size, time: 1), RenderRequest(size: size, sequence: sequence)] {
            let key = ThumbnailKey(contentTag: "still", request: moving)
            await #expect {
                try await service.thumbnail(for: key) { (_: RenderTicket) async throws(DecodeFailure) in
                    throw DecodeFailure(.unsupported, "it stands still")
                }
            } throws: { ($0 as? DecodeFailure)?.code == .unsupported }
        }
        let key = ThumbnailKey(contentTag: "still", request: RenderRequest(size: size))
        let given = try await service.thumbnail(for: key) { [image] (_: RenderTicket) in image }
        #expect(given == image)
    }

    @Test func `a picture that can't be stored is answered, and the log says so once`() async throws {
        let lines = Mutex(0)
        let counter = AsyncStream.makeStream(of: Void.self)
        let service = try ThumbnailService(
            directory: FileName(folder.path("thumbnails")), byteLimit: 1 << 20, decoder: decoder,
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

    private func key(
        _ side: Int, _ mode: RenderRequest.ContentMode = .aspectFit, _ format: RenderRequest.Format = .jpeg
    )
        -> ThumbnailKey
    {
        ThumbnailKey(
            contentTag: "tag",
            request: RenderRequest(size: PixelSize(width: side, height: side), mode: mode, format: format))
    }

    /// What the original of 4,000 × 3,000 pixels gives.
    private func original(_ key: ThumbnailKey, isFlattened: Bool = false) -> RenderedImage {
        let side = key.request.size.width
        return RenderedImage(
            bytes: Array("original".utf8), format: key.request.format,
            pixelSize: PixelSize(width: side, height: key.request.mode == .aspectFit ? side * 3 / 4 : side),
            isFlattened: isFlattened)
    }

    @Test(arguments: [
        (512, RenderRequest.ContentMode.aspectFit, 256, RenderRequest.ContentMode.aspectFit, true),
        (512, .aspectFit, 384, .aspectFit, true), (512, .aspectFit, 400, .aspectFit, false),
        (512, .aspectFit, 512, .aspectFill, false), (512, .aspectFit, 300, .aspectFill, false),
        (512, .aspectFit, 256, .aspectFill, true), (512, .aspectFit, 192, .aspectFill, true),
        (512, .aspectFill, 256, .aspectFill, true), (512, .aspectFill, 256, .aspectFit, false),
    ])
    func `smaller thumbnails are made of larger ones that show enough`(
        larger: Int, _ mode: RenderRequest.ContentMode, smaller: Int, _ wanted: RenderRequest.ContentMode,
        isReduced: Bool
    ) async throws {
        let (larger, smaller) = (key(larger, mode), key(smaller, wanted))
        let source = original(larger)
        _ = try await service.thumbnail(for: larger) { _ async throws(DecodeFailure) in source }
        let other = original(smaller)
        let answer = try await service.thumbnail(for: smaller) { _ async throws(DecodeFailure) in other }
        #expect(answer.bytes == Array((isReduced ? "reduced" : "original").utf8))
        #expect(service.statistics.renders == (isReduced ? 1 : 2))
        #expect(service.statistics.reductions == (isReduced ? 1 : 0))
    }

    @Test func `what was transparent is not taken from where it is white`() async throws {
        let flat = original(key(512), isFlattened: true)
        _ = try await service.thumbnail(for: key(512)) { _ async throws(DecodeFailure) in flat }
        for format in RenderRequest.Format.allCases {
            let key = key(128, .aspectFit, format)
            let other = original(key)
            let answer = try await service.thumbnail(for: key) { _ async throws(DecodeFailure) in other }
            #expect(answer.bytes == Array((format == .jpeg ? "reduced" : "original").utf8), "\(format)")
        }
    }

    @Test func `three sizes asked for at once are one render`() async throws {
        let render = SlowRender()
        let source = original(key(1600))
        let first = Task { [service] in
            try await service.thumbnail(for: key(1600)) { _ async throws(DecodeFailure) in try await render(source) }
        }
        for await _ in render.began.stream { break }
        let others = [512, 128].map { side in
            Task { [service] in
                try await service.thumbnail(for: key(side)) { _ async throws(DecodeFailure) in
                    throw DecodeFailure(.unsupported, "rendered again")
                }
            }
        }
        // Three callers, and each smaller size for a larger one.
        while [1600, 512, 128].reduce(0, { $0 + service.waitingCount(for: key($1)) }) < 5 { await Task.yield() }
        render.release.continuation.finish()
        #expect(try await first.value == source)
        for other in others { #expect(try await other.value.bytes == Array("reduced".utf8)) }
        #expect(service.statistics.renders == 1)
    }
}

/// Makes thumbnails of larger ones.
private struct ReducingDecoder: MediaDecoder {
    func metadata(of files: [MediaFile]) async -> [Result<MediaMetadata, DecodeFailure>] { [] }

    func render(
        _ file: MediaFile, _ request: RenderRequest, _ ticket: RenderTicket
    ) async throws(DecodeFailure) -> RenderedImage {
        RenderedImage(bytes: Array("reduced".utf8), format: request.format, pixelSize: request.size)
    }
}
