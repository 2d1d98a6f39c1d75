import PhotoLibrary
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Ingesting

/// Files that go elsewhere just when they are to be read, so that whoever reads them finds nothing.
@Suite(.serialized)
struct LiveReadingTests {
    /// Moves that happen before a file is opened: more than a run has rounds.
    private static let moveCount = 5

    @Test func aFileThatMovesEachTimeItIsOpenedIsReadInTheEnd() async throws {
        let moves = Mutex(0)
        try await LiveWorld.run(
            before: { try $0.write("picture".utf8, to: "0.jpg") },
            meddle: { world in
                let photos = world.photos
                world.decoder.meddle(beforeOpening: { _ in
                    let number = moves.withLock {
                        $0 += 1; return $0
                    }
                    if number <= Self.moveCount { try photos.move("\(number - 1).jpg", to: "\(number).jpg") }
                })
            }
        ) { live in
            try await live.settle()
            #expect(moves.withLock { $0 } > Self.moveCount)
            #expect(try await live.world.asset("\(Self.moveCount).jpg")?.primary.state == .ready)
        }
    }

    @Test func whatWasNotReadWhenItsRootWentIsReadOnceItIsBack() async throws {
        let isFirst = Mutex(true)
        try await LiveWorld.run(
            roots: ["root"], before: { try $0.write("picture".utf8, to: "root/a.jpg") },
            meddle: { world in
                let photos = world.photos
                world.decoder.meddle(beforeOpening: { _ in
                    let goes = isFirst.withLock { isFirst in
                        defer { isFirst = false }
                        return isFirst
                    }
                    if goes { try photos.move("root", to: "aside") }
                })
            }
        ) { live in
            try await live.ingester.check()
            #expect(await live.ingester.settle(within: .seconds(20)))
            #expect(live.world.library.snapshot.roots.map(\.isOnline) == [false])
            #expect(try await live.world.asset("root/a.jpg")?.primary.state == .pending)
            try live.photos.move("aside", to: "root")
            try await live.ingester.check()
            #expect(await live.ingester.settle(within: .seconds(20)))
            #expect(try await live.world.asset("root/a.jpg")?.primary.state == .ready)
        }
    }
}
