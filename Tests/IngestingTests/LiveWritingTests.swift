import Glibc
import PhotoLibrary
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Ingesting

/// Files that are written while the folders are watched.
@Suite(.serialized)
struct LiveWritingTests {
    private func open(_ live: LiveWorld, _ name: String, _ flags: CInt) throws -> FileDescriptor {
        let path = live.photos.path(name)
        return FileDescriptor(
            owning: try systemCall("open", on: path) { Glibc.open(path, flags | O_CLOEXEC, 0o644) })
    }

    @Test func aFileIsListedOnceItIsClosed() async throws {
        try await LiveWorld.run { live in
            let file = try open(live, "a.jpg", O_WRONLY | O_CREAT)
            for piece in 0..<20 {
                try file.write(Array(repeating: UInt8(piece), count: 1_000))
                if piece % 5 == 0 { #expect(await live.ingester.settle(within: .seconds(5))) }
            }
            #expect(try await live.id("a.jpg") == nil)
            file.close()
            try await live.settle()
            let counts = live.takeCounts()
            #expect(counts.inserted == 1 && counts.changed == 0)
            #expect(try await live.world.asset("a.jpg")?.primary.stamp.size == 20_000)
        }
    }

    @Test func aFileThatIsWrittenIntoIsReadAgainOnceItIsClosed() async throws {
        try await LiveWorld.run(before: { try $0.write(Array(repeating: 1, count: 9_000), to: "a.jpg") }) { live in
            let before = try await live.id("a.jpg")
            let file = try open(live, "a.jpg", O_WRONLY)
            try file.write(Array(repeating: UInt8(2), count: 3_000))
            #expect(await live.ingester.settle(within: .seconds(5)))
            #expect(live.takeCounts().commits == 0)
            try file.write(Array(repeating: UInt8(3), count: 3_000))
            file.close()
            try await live.settle()
            let counts = live.takeCounts()
            #expect(counts.changed == 1 && counts.inserted == 0)
            #expect(try await live.id("a.jpg") == before)
        }
    }

    @Test func aFileThatWasOpenAtTheStartIsListedOnceItIsClosed() async throws {
        var number: CInt = -1
        try await LiveWorld.run(before: { photos in
            let path = photos.path("a.jpg")
            number = try systemCall("open") { Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644) }
            _ = Glibc.write(number, "half", 4)
        }) { live in
            #expect(await live.ingester.settle(within: .seconds(5)))
            #expect(try await live.id("a.jpg") == nil)
            let file = FileDescriptor(owning: number)
            try file.write(" and half".utf8)
            file.close()
            try await live.settle()
            #expect(try await live.world.asset("a.jpg")?.primary.stamp.size == 13)
        }
    }

    @Test func aCopyWithTimesAndAttributesOfLater() async throws {
        try await LiveWorld.run { live in
            try await live.shell(
                """
                mkdir "$ELSEWHERE/src"
                for i in $(seq 100); do echo "picture $i" > "$ELSEWHERE/src/$i.jpg"; done
                touch -d 2011-03-04T05:06:07 "$ELSEWHERE"/src/*.jpg
                mkdir -m 000 "$ROOT/p"; cp -p "$ELSEWHERE/src/1.jpg" "$ROOT/p/"; chmod 755 "$ROOT/p"
                mkdir "$ROOT/in"
                for i in $(seq 100); do
                    t="$ROOT/in/.$i.jpg.Ab12$((i % 10))z"
                    cp "$ELSEWHERE/src/$i.jpg" "$t"; touch -r "$ELSEWHERE/src/$i.jpg" "$t"; chmod 600 "$t"
                    mv "$t" "$ROOT/in/$i.jpg"
                done
                """)
            try await live.settle()
            let counts = live.takeCounts()
            #expect(counts.inserted == 101 && counts.removed == 0)
            try await live.shell(#"touch -d 2012-03-04T05:06:07 "$ROOT/in/1.jpg"; chmod 644 "$ROOT/in/2.jpg""#)
            try await live.settle()
            #expect(live.takeCounts().inserted == 0)
        }
    }

    @Test func aFileWhoseAttributesChangeWhileItIsReadIsReadAgain() async throws {
        try await LiveWorld.run { live in
            // So many that they are listed first and read after.
            for number in 0..<20 {
                try live.elsewhere.write("picture \(number)".utf8, to: FileName("in/\(number).jpg"))
            }
            let isFirst = Mutex(true)
            let (photos, catalogue) = (live.photos, live.world.catalogue)
            live.world.decoder.meddle(afterReading: { name in
                guard name == "7.jpg",
                    isFirst.withLock({ first in
                        defer { first = false }; return first
                    })
                else { return }
                _ = catalogue.takeCommits()
                chmod(photos.path("in/7.jpg"), 0o600)
                // The change is in the library before what was read is.
                while catalogue.takeCommits().isEmpty { usleep(1_000) }
            })
            try await live.shell(#"mv "$ELSEWHERE/in" "$ROOT/in""#)
            try await live.settle()
            #expect(isFirst.withLock { !$0 })
            #expect(try await live.world.asset("in/7.jpg")?.primary.state == .ready)
        }
    }

    @Test func settleSeesWhatWasJustDone() async throws {
        try await LiveWorld.run { live in
            for number in 0..<100 {
                try live.photos.write("picture \(number)".utf8, to: FileName("\(number % 3)/\(number).jpg"))
                #expect(await live.ingester.settle(within: .seconds(10)))
                #expect(live.world.library.snapshot.assetCount == number + 1)
            }
        }
    }
}
