import Dispatch
import Platform
import Synchronization
import TestSupport
import Testing

@testable import MediaDecoding

/// Videos are made once, kept under a limit, and given up when nobody asks.
struct PlayableServiceTests {
    @Test func manyCallersShareOneConversion() async throws {
        let world = try World()
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask { try await world.service.playable(world.source("a"), waiting: .untilItIsMade) }
            }
            await world.converter.waitForStart(1)
            world.converter.finish()
            for try await answer in group { #expect(try answer.text == "playable 1") }
        }
        #expect(world.converter.startCount == 1)
        #expect(try await world.service.playable(world.source("a"), waiting: .zero).text == "playable 1")
        #expect(try world.names().count == 1)
    }

    @Test func whoDoesNotWaitIsToldHowFarItIs() async throws {
        let world = try World()
        guard case .making(0) = try await world.service.playable(world.source("a"), waiting: .zero) else {
            throw Unexpected()
        }
        await world.converter.waitForStart(1)
        world.converter.job?.note(0.25)
        guard case .making(0.25) = try await world.service.playable(world.source("a"), waiting: .zero) else {
            throw Unexpected()
        }
        world.converter.finish()
        #expect(try await world.service.playable(world.source("a"), waiting: .untilItIsMade).text == "playable 1")
    }

    @Test func aVideoThatNobodyAsksForIsGivenUp() async throws {
        let world = try World()
        _ = try await world.service.playable(world.source("a"), waiting: .zero)
        await world.converter.waitForStart(1)
        world.time.withLock { $0 = $0 + .seconds(29) }
        #expect(world.converter.job?.isAbandoned == false)
        _ = try await world.service.playable(world.source("a"), waiting: .zero)
        world.time.withLock { $0 = $0 + .seconds(29) }
        #expect(world.converter.job?.isAbandoned == false, "it was asked for meanwhile")
        world.time.withLock { $0 = $0 + .seconds(2) }
        #expect(world.converter.job?.isAbandoned == true)
        world.converter.finish(.failure(DecodeFailure(.cancelled, "nobody asks")))
        // Whoever comes then, or while it ends, has it made anew: that it was given up says nothing of the video.
        async let answer = world.service.playable(world.source("a"), waiting: .untilItIsMade)
        await world.converter.waitForStart(2)
        world.converter.finish()
        #expect(try await answer.text == "playable 2")
    }

    @Test func lastingFailuresAreRememberedAndLeaveNothing() async throws {
        let world = try World()
        let first = Task { try await world.service.playable(world.source("a"), waiting: .untilItIsMade) }
        await world.converter.waitForStart(1)
        world.converter.finish(.failure(DecodeFailure(.damaged, "no video")))
        await #expect(throws: DecodeFailure(.damaged, "no video")) { _ = try await first.value }
        await #expect(throws: DecodeFailure(.damaged, "no video")) {
            _ = try await world.service.playable(world.source("a"), waiting: .zero)
        }
        #expect(world.converter.startCount == 1)
        #expect(try world.names().isEmpty)
    }

    @Test func theOldestGoFirstAndLeftoversAreRemoved() async throws {
        let world = try World(byteLimit: 25)
        try world.directory.write("left over".utf8, to: FileName("videos/tmp-7"))
        let store = try PlayableStore(directory: FileName(world.directory.path("videos")), byteLimit: 25)
        #expect(try world.names().isEmpty)
        for (number, name) in ["a", "b", "c"].enumerated() {
            let (temporary, file) = try store.makeTemporary()
            try file.descriptor.write("0123456789".utf8)
            #expect(try store.keep(temporary, file, as: FileName(name)))
            try world.directory.setModified(
                "videos/\(name)", to: Timestamp(nanoseconds: Int64(number + 1) * 1_000_000_000))
        }
        #expect(try world.names() == ["b", "c"])
        let (temporary, file) = try store.makeTemporary()
        try file.descriptor.write(Array(repeating: 0, count: 26))
        #expect(try !store.keep(temporary, file, as: FileName("d")), "longer than all may be together")
        #expect(try world.names() == ["b", "c"])
    }
}

private struct Unexpected: Error {}

extension Duration {
    /// The test says when a video is made, however long that takes on a busy machine.
    fileprivate static let untilItIsMade = Duration.seconds(3600)
}

/// A service whose videos are made when the test says so.
private struct World: Sendable {
    let directory: TemporaryDirectory
    let service: PlayableService
    let converter = FakeConverter()
    let time = Box(MonotonicTime(nanoseconds: 0))

    init(byteLimit: Int64 = 1 << 20) throws {
        directory = try TemporaryDirectory()
        let (converter, time) = (converter, time)
        service = try PlayableService(
            directory: FileName(directory.path("videos")), byteLimit: byteLimit, width: 1, log: .silent,
            now: { time.withLock { $0 } }
        ) { _, output, job throws(DecodeFailure) in try converter.convert(to: output, job) }
    }

    func source(_ tag: String) -> PlayableSource {
        PlayableSource(
            contentTag: tag,
            file: MediaFile(name: tag) { () throws(SystemError) in throw SystemError(code: 2, call: "open") },
            part: nil, duration: nil, isHDR: false, conversion: .all)
    }

    func names() throws -> [String] {
        try Directory(at: FileName(directory.path("videos"))).names().map(\.description).sorted()
    }
}

private final class Box<Value: Sendable>: Sendable {
    private let value: Mutex<Value>
    init(_ value: Value) { self.value = Mutex(value) }
    func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result { value.withLock { body(&$0) } }
}

private final class FakeConverter: Sendable {
    private let state = Mutex((starts: 0, ends: [PlayableJob.Answer](), job: PlayableJob?.none))
    private let started = VersionSignal(0)
    private let ended = DispatchSemaphore(value: 0)

    var startCount: Int { state.withLock { $0.starts } }
    var job: PlayableJob? { state.withLock { $0.job } }

    func waitForStart(_ number: Int64) async { await started.wait(after: number - 1) }

    func finish(_ answer: PlayableJob.Answer = .success(())) {
        state.withLock { $0.ends.append(answer) }
        ended.signal()
    }

    func convert(to output: FileDescriptor.Box, _ job: PlayableJob) throws(DecodeFailure) {
        let number = state.withLock { state in
            state.starts += 1
            state.job = job
            return state.starts
        }
        started.advance()
        // On a thread of the pool, until the test says how it ends.
        ended.wait()
        try state.withLock { $0.ends.removeFirst() }.get()
        do throws(SystemError) {
            try output.descriptor.write("playable \(number)".utf8)
        } catch {
            throw DecodeFailure(.overloaded, "\(error)")
        }
    }
}

extension PlayableService.Answer {
    fileprivate var text: String {
        get throws {
            guard case .ready(let file) = self else { throw Unexpected() }
            return String(decoding: try file.descriptor.read(count: 100, at: 0), as: UTF8.self)
        }
    }
}
