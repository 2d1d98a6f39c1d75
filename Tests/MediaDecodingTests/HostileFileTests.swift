import Glibc
import Platform
import Testing

@testable import MediaDecoding

/// Files that kill or hold a decoder process cost themselves alone.
@Suite(.serialized) struct HostileFileTests {
    private let small = RenderRequest(size: PixelSize(width: 64, height: 64))

    @Test func `a file that takes too much memory crashes its decoder twice and no other file`() async throws {
        let pool = Decoding.pool(
            DecoderLimits(metadataDeadline: .seconds(10), renderDeadline: .seconds(20), memory: 96 << 20), width: 1)
        defer { pool.stop() }
        let server = getpid()
        async let before = pool.render(Decoding.file("orientation/o1.jpg"), small)
        async let hostile = pool.render(Decoding.file("bombs/large_6000x6000.gif"), small)
        async let after = pool.render(Decoding.file("orientation/o5.jpg"), small)
        #expect(try await before.pixelSize.width == 64)
        #expect(try await after.pixelSize.width == 64)
        do {
            _ = try await hostile
            Issue.record("96 MB do not hold 144 MB of pixels")
        } catch let failure as DecodeFailure {
            #expect(failure.code == .crashed)
        }
        #expect(getpid() == server)
    }

    @Test func `a file that takes too long is stopped at its deadline`() async throws {
        let pool = Decoding.pool(
            DecoderLimits(metadataDeadline: .seconds(10), renderDeadline: .milliseconds(20), memory: 1 << 30), width: 1)
        defer { pool.stop() }
        await #expect {
            try await pool.render(Decoding.file("bombs/slow_10000x10000_1bit.png"), small)
        } throws: { ($0 as? DecodeFailure)?.code == .timedOut }
        // The same process that was killed is not asked again.
        #expect(try await pool.metadata(of: [Decoding.file("orientation/o1.jpg")])[0].get().contentType == "image/jpeg")
    }

    @Test func `the files of a request go on where one of them holds its process`() async throws {
        // No deadline is kept by any file here: each is stopped, twice, and every one has its answer.
        let pool = Decoding.pool(
            DecoderLimits(metadataDeadline: .zero, renderDeadline: .seconds(20), memory: 1 << 30), width: 2)
        defer { pool.stop() }
        let names = ["orientation/o1.jpg", "orientation/o2.jpg", "orientation/o3.jpg", "broken/not there"]
        let answers = await pool.metadata(of: names.map { Decoding.file($0) })
        let codes = answers.map { answer -> DecodeFailure.Code? in
            if case .failure(let failure) = answer { failure.code } else { nil }
        }
        #expect(codes == [.timedOut, .timedOut, .timedOut, .unreadable])
    }

    /// The standard limits end a decoder that takes too long or too much.
    @Test(arguments: Decoding.names.filter { $0.hasPrefix("bombs/") || $0.hasPrefix("structure/") })
    func `bombs neither hang nor kill a decoder`(_ name: String) async throws {
        let fatal: [DecodeFailure.Code?] = [.timedOut, .crashed]
        for answer in await Decoding.pool.metadata(of: [Decoding.file(name)]) {
            if case .failure(let failure) = answer { #expect(!fatal.contains(failure.code)) }
        }
        do throws(DecodeFailure) {
            _ = try await Decoding.pool.render(Decoding.file(name), small)
        } catch {
            #expect(!fatal.contains(error.code))
        }
    }

    @Test func `a binary that is none fails the work and says so`() async throws {
        let pool = DecoderPool(executable: FileName("/nonexistent/binary"), width: 1, log: .silent)
        defer { pool.stop() }
        await #expect { try await pool.render(Decoding.file("orientation/o1.jpg"), small) } throws: {
            ($0 as? DecodeFailure)?.code == .overloaded
        }
        let silent = DecoderPool(executable: FileName("/bin/false"), width: 1, log: .silent)
        defer { silent.stop() }
        await #expect { try await silent.render(Decoding.file("orientation/o1.jpg"), small) } throws: {
            ($0 as? DecodeFailure)?.code == .crashed
        }
    }

    @Test func `a render that nobody waits for is dropped`() async throws {
        let task = Task { try await Decoding.pool.render(Decoding.file("orientation/o1.jpg"), small) }
        task.cancel()
        // It may have been through already; if not, it says that it was cancelled.
        if case .failure(let error) = await task.result { #expect((error as? DecodeFailure)?.code == .cancelled) }
    }

    @Test func `a render that runs is stopped once nobody waits for it`() async throws {
        let pool = Decoding.pool(.standard, width: 1)
        let opened = AsyncStream.makeStream(of: Void.self)
        let path = Decoding.path("bombs/slow_10000x10000_1bit.png")
        let slow = MediaFile(name: path) { () throws(SystemError) in
            opened.continuation.yield()
            return try Decoding.file(at: path).open()
        }
        let task = Task { [small] in try await pool.render(slow, small) }
        for await _ in opened.stream { break }
        task.cancel()
        await #expect { try await task.value } throws: { ($0 as? DecodeFailure)?.code == .cancelled }
        // The only worker is free again, with another process.
        #expect(try await pool.render(Decoding.file("orientation/o1.jpg"), small).pixelSize.width == 64)
    }

    @Test func `processes that are ready before they are asked answer as others do`() async throws {
        let pool = Decoding.pool(.standard, width: 1, isPrepared: true)
        defer { pool.stop() }
        for _ in 0..<2 {
            #expect(try await pool.render(Decoding.file("orientation/o1.jpg"), small).pixelSize.width == 64)
            let answers = await pool.metadata(of: [Decoding.file("orientation/o1.jpg")])
            #expect(try answers[0].get().contentType == "image/jpeg")
        }
        let none = DecoderPool(executable: FileName("/bin/false"), width: 1, isPrepared: true, log: .silent)
        defer { none.stop() }
        await #expect { try await none.render(Decoding.file("orientation/o1.jpg"), small) } throws: {
            ($0 as? DecodeFailure)?.code == .crashed
        }
    }

    @Test func `a stopped pool fails what comes`() async throws {
        let pool = Decoding.pool(.standard, width: 1)
        pool.stop()
        await #expect { try await pool.render(Decoding.file("orientation/o1.jpg"), small) } throws: {
            ($0 as? DecodeFailure)?.code == .cancelled
        }
    }
}
