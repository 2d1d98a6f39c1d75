import PhotoLibrary
import Platform
import TestSupport
import Testing

@testable import Ingesting

/// Single things that happen while the folders are watched.
@Suite(.serialized)
struct LiveTests {
    @Test func aNewFileIsOneCommitWithAllThatIsKnown() async throws {
        try await LiveWorld.run { live in
            try live.photos.write("picture".utf8, to: FileName("a.jpg"))
            try await live.settle()
            let counts = live.takeCounts()
            #expect(counts.inserted == 1 && counts.changed == 0 && counts.commits == 1)
            #expect(try await live.world.asset("a.jpg")?.primary.state == .ready)
        }
    }

    @Test func whatIsThereAtTheStartIsListedOnce() async throws {
        try await LiveWorld.run(before: { try $0.write("picture".utf8, to: "d/a.jpg") }) { live in
            try await live.settle()
            #expect(live.takeCounts().commits == 0)
            #expect(try await live.id("d/a.jpg") != nil)
        }
    }

    @Test func deepFoldersAndFilesInTheSameInstant() async throws {
        try await LiveWorld.run { live in
            for round in 1...4 {
                try await live.shell(
                    """
                    echo picture > "$ELSEWHERE/j.jpg"
                    for i in $(seq 50); do
                        mkdir -p "$ROOT/\(round)a$i/b/c/d" && cp "$ELSEWHERE/j.jpg" "$ROOT/\(round)a$i/b/c/d/x.jpg"
                    done
                    """)
                try await live.settle()
                #expect(live.takeCounts().inserted == 50)
                try live.photos.remove("\(round)a7/b/c/d/x.jpg")
                try await live.settle()
                let counts = live.takeCounts()
                #expect(counts.removed == 1 && counts.inserted == 0)
            }
        }
    }

    @Test func aWholeTreeIsCopiedIn() async throws {
        try await LiveWorld.run { live in
            try await live.shell(
                """
                mkdir "$ELSEWHERE/src"
                for d in $(seq 50); do
                    mkdir "$ELSEWHERE/src/$d"
                    for f in $(seq 20); do echo "$d $f" > "$ELSEWHERE/src/$d/$f.jpg"; done
                done
                cp -a "$ELSEWHERE/src" "$ROOT/"
                """)
            try await live.settle()
            let counts = live.takeCounts()
            #expect(counts.inserted == 1_000 && counts.removed == 0)
            #expect(live.world.library.snapshot.assetCount == 1_000)
            // On a busy machine the copy is slow, and everything is seen in small pieces.
            #expect(counts.commits < 300)
        }
    }

    @Test func aFolderIsRenamedThenWrittenIntoTwice() async throws {
        try await LiveWorld.run { live in
            try await live.shell(
                """
                echo x > "$ELSEWHERE/j"
                mkdir -p "$ROOT/a1/a2/a3"; mv "$ROOT/a1" "$ROOT/b1"; cp "$ELSEWHERE/j" "$ROOT/b1/a2/a3/1.jpg"
                mv "$ROOT/b1" "$ROOT/c1"; cp "$ELSEWHERE/j" "$ROOT/c1/a2/a3/2.jpg"
                mkdir "$ROOT/a1"; cp "$ELSEWHERE/j" "$ROOT/a1/3.jpg"
                """)
            try await live.settle()
            #expect(live.takeCounts().inserted == 3)
            #expect(live.world.library.snapshot.roots.count == 1)
            let root = try #require(live.world.library.snapshot.roots.first)
            #expect(live.world.library.snapshot.subfolders(of: root.id).map(\.name) == ["a1", "c1"].map(FileName.init))
        }
    }

    @Test func aRenamedFolderIsOneCommitAndNoFileIsOpened() async throws {
        try await LiveWorld.run(before: { photos in
            for number in 0..<200 { try photos.write("\(number)".utf8, to: FileName("old/in/\(number).jpg")) }
        }) { live in
            let before = try await live.ids()
            let folder = try live.world.folderID("old")
            let read = live.world.decoder.names.count
            try live.photos.move("old", to: "new")
            try await live.settle()
            let counts = live.takeCounts()
            #expect(counts.commits == 1 && counts.inserted == 0 && counts.removed == 0 && counts.changed == 0)
            #expect(live.world.decoder.names.count == read)
            #expect(Set(try await live.ids().values) == Set(before.values))
            #expect(try live.world.folderID("new") == folder)
        }
    }

    @Test func filledFoldersAreMovedInAndOut() async throws {
        try await LiveWorld.run { live in
            try await live.shell(
                """
                for t in full full2; do
                    mkdir -p "$ELSEWHERE/$t/b/c"
                    for i in $(seq 50); do
                        echo "$t $i" > "$ELSEWHERE/$t/$i.jpg"; echo "$t c $i" > "$ELSEWHERE/$t/b/c/$i.jpg"
                    done
                done
                mv "$ELSEWHERE/full" "$ROOT/full"
                mkdir "$ROOT/e"; mv -T "$ELSEWHERE/full2" "$ROOT/e"
                """)
            try await live.settle()
            #expect(live.takeCounts().inserted == 200)
            try live.photos.write("later".utf8, to: FileName("e/b/c/later.jpg"))
            try await live.settle()
            let counts = live.takeCounts()
            #expect(counts.inserted == 1 && counts.removed == 0)
            try await live.shell(#"mv "$ROOT/full" "$ELSEWHERE/gone""#)
            try await live.settle()
            #expect(live.takeCounts().removed == 100)
            #expect(try live.world.folderID("full") == nil)
            // What comes back is what it was.
            let before = live.world.library.snapshot.assetCount
            try await live.shell(#"mv "$ELSEWHERE/gone" "$ROOT/back""#)
            try await live.settle()
            #expect(live.world.library.snapshot.assetCount == before + 100)
        }
    }

    @Test func movesSwapsAndOverwrites() async throws {
        try await LiveWorld.run(before: { photos in
            try photos.makeDirectories("sub")
            for number in 1...50 { try photos.write("move \(number)".utf8, to: "\(number).jpg") }
            for name in ["p", "a", "b", "x", "y"] { try photos.write("content of \(name)".utf8, to: "\(name).jpg") }
        }) { live in
            let before = try await live.ids()
            func old(_ path: String) -> AssetID? { before[FileName(live.photos.path(path))] }
            try await live.shell(
                """
                for i in $(seq 50); do mv "$ROOT/$i.jpg" "$ROOT/sub/$i.jpg" & done; wait
                """)
            try await live.settle()
            for number in 1...50 { #expect(try await live.id("sub/\(number).jpg") == old("\(number).jpg")) }
            var counts = live.takeCounts()
            #expect(counts.inserted == 0 && counts.removed == 0)

            try await live.shell(
                """
                echo q > "$ELSEWHERE/q"
                mv "$ROOT/p.jpg" "$ELSEWHERE/" & cp "$ELSEWHERE/q" "$ROOT/q.jpg"; wait
                """)
            try await live.settle()
            counts = live.takeCounts()
            #expect(counts.inserted == 1 && counts.removed == 1)

            try await live.shell(#"cd "$ROOT"; mv a.jpg t; mv b.jpg a.jpg; mv t b.jpg"#)
            try await live.settle()
            #expect(try await live.id("a.jpg") == old("b.jpg"))
            #expect(try await live.id("b.jpg") == old("a.jpg"))

            try live.photos.move("x.jpg", to: "y.jpg")
            try await live.settle()
            #expect(try await live.id("y.jpg") == old("x.jpg"))
        }
    }

    @Test(arguments: [
        #"echo new > p.jpg.tmp; mv p.jpg.tmp p.jpg"#,
        #"mv p.jpg p.jpg~; echo new > p.jpg; rm p.jpg~"#,
        #"echo new > p.jpg_exiftool_tmp; mv p.jpg_exiftool_tmp p.jpg"#,
        #"echo new > p.jpg"#,
        #"echo new > .goutputstream-ABC123; mv .goutputstream-ABC123 p.jpg"#,
        #"rm p.jpg; echo new > p.jpg"#,
    ])
    func aSaveIsOneUpdate(script: String) async throws {
        try await LiveWorld.run(before: { try $0.write("old one".utf8, to: "p.jpg") }) { live in
            let before = try #require(try await live.id("p.jpg"))
            try await live.shell("cd \"$ROOT\"\n" + script)
            try await live.settle()
            let counts = live.takeCounts()
            #expect(counts.inserted == 0 && counts.removed == 0 && counts.changed <= 2)
            #expect(try await live.id("p.jpg") == before)
            #expect(try await live.world.asset("p.jpg")?.primary.stamp.size == 4)
        }
    }

    @Test func aBigDelete() async throws {
        try await LiveWorld.run(before: { photos in
            for folder in 0..<40 {
                for file in 0..<25 { try photos.write("\(folder) \(file)".utf8, to: FileName("\(folder)/\(file).jpg")) }
            }
        }) { live in
            #expect(live.world.library.snapshot.assetCount == 1_000)
            try await live.shell(#"rm -rf "$ROOT"/*"#)
            try await live.settle()
            #expect(live.takeCounts().removed == 1_000)
            #expect(live.world.library.snapshot.assetCount == 0)
            let root = try #require(live.world.library.snapshot.roots.first)
            #expect(root.isOnline)
            #expect(live.world.library.snapshot.subfolders(of: root.id).isEmpty)
        }
    }
}
