import FolderWatching
import Glibc
import Platform
import TestSupport
import Testing

/// Whatever happens on disk, who looks where it is told to look knows what is there.
@Suite(.serialized) struct RandomChangesTests {
    /// A small generator whose numbers depend on the seed alone (splitmix64).
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private static let names = ["a.jpg", "b.jpg", "c.jpg", "d", "e", "f", "a.jpg~", ".t.tmp", ".a.jpg.Xy12Zq", ".h"]

    private func path(_ random: inout Random) -> String {
        let depth = Int.random(in: 1...3, using: &random)
        return (0..<depth).map { _ in Self.names.randomElement(using: &random) ?? "a" }.joined(separator: "/")
    }

    /// Does one thing, which may fail: all that counts is what is there in the end.
    private func change(_ roots: [TemporaryDirectory], _ random: inout Random) {
        let place = roots[Int.random(in: 0..<roots.count, using: &random)].path(path(&random))
        let other = roots[Int.random(in: 0..<roots.count, using: &random)].path(path(&random))
        switch Int.random(in: 0..<12, using: &random) {
        case 0...2:
            let file = open(place, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
            if file >= 0 {
                write(file, "x", 1)
                close(file)
            }
        case 3, 4: mkdir(place, 0o755)
        case 5...8: rename(place, other)
        case 9: remove(place)
        case 10: link(place, other)
        default: chmod(place, 0o755)
        }
    }

    /// Hidden directories are not entered, and junk names are not told of.
    private func visible(_ files: [RootedPath: UInt64]) -> [RootedPath: UInt64] {
        files.filter { path, _ in
            let parts = path.path.bytes.split(separator: UInt8(ascii: "/"))
            return !parts.dropLast().contains { $0.first == UInt8(ascii: ".") || $0.last == UInt8(ascii: "~") }
                && ![Array("a.jpg~".utf8), Array(".t.tmp".utf8)].contains(Array(parts.last ?? []))
        }
    }

    @Test(arguments: 1...24)
    func nothingIsMissed(_ seed: UInt64) async throws {
        let roots = [try TemporaryDirectory(), try TemporaryDirectory()]
        try await LiveWatcher.run(try LiveWatcher(), roots: roots.map(\.name)) { live, watcher in
            var mirror = DiskMirror(roots: [0: roots[0].name, 1: roots[1].name])
            var random = Random(state: seed)
            for round in 0..<20 {
                for _ in 0..<Int.random(in: 1...200, using: &random) { change(roots, &random) }
                try await live.settle(&mirror)
                let (told, disk) = (visible(mirror.files), visible(DiskMirror.disk(mirror.roots)))
                let missed = disk.filter { told[$0.key] != $0.value }
                let ghosts = told.filter { disk[$0.key] == nil }
                #expect(missed.isEmpty && ghosts.isEmpty, "seed \(seed), round \(round): \(missed), \(ghosts)")
            }
            #expect(watcher.status.overflowCount == 0)
        }
    }

    @Test(arguments: 1...200)
    func theCoalescerForgetsNothing(_ seed: UInt64) {
        var random = Random(state: seed)
        var script = CoalescerScript()
        var touched: Set<String> = []
        var cookie = 0
        let names = ["a.jpg", "b.jpg", "c.jpg", "x/a.jpg", "x/b.jpg"]
        for _ in 0..<60 {
            let name = names.randomElement(using: &random) ?? ""
            let other = names.randomElement(using: &random) ?? ""
            switch Int.random(in: 0..<6, using: &random) {
            case 0: for word in ["C", "W"] { script.step([word, name]) }
            case 1: script.step(["W", name])
            case 2: script.step(["D", name])
            case 3:
                cookie += 1
                script.step(["F", name, "\(cookie)"])
                script.step(["T", other, "\(cookie)"])
                touched.insert(other)
            case 4: script.step(["A", name])
            default: script.step(["+\(Int.random(in: 1...200, using: &random))"])
            }
            touched.insert(name)
        }
        script.wait(.seconds(3_600))
        #expect(script.coalescer.isSettled && script.coalescer.deadline == nil)
        let told = Set(script.batches.flatMap { $0.changes.files }.map(\.path.description))
        #expect(told.isSubset(of: touched))
    }
}
