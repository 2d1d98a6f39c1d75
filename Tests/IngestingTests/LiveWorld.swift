import FolderWatching
import PhotoLibrary
import Platform
import TestSupport
import Testing

@testable import Ingesting

/// A real world that is watched: real folders, a real catalogue, the kernel's own events.
struct LiveWorld {
    let world: RealWorld
    let ingester: Ingester
    /// Outside of all roots, on the same file system.
    let elsewhere: TemporaryDirectory

    var photos: TemporaryDirectory { world.photos }

    /// Runs `body` with a world that is watched, and ends watching after, since only one can watch at a time.
    static func run(
        roots: [String] = [""], before: (TemporaryDirectory) throws -> Void = { _ in },
        meddle: (RealWorld) -> Void = { _ in },
        _ body: (LiveWorld) async throws -> Void
    ) async throws {
        let world = try await RealWorld(roots: roots, clock: ContinuousClock(), now: { .now })
        try before(world.photos)
        meddle(world)
        let ingester = Ingester(
            indexer: world.indexer, cookies: world.data.name.appending(FileName("cookies")))
        let live = LiveWorld(world: world, ingester: ingester, elsewhere: try TemporaryDirectory())
        do {
            try await ingester.start()
            _ = world.catalogue.takeCommits()
            try await body(live)
        } catch {
            await ingester.stop()
            throw error
        }
        await ingester.stop()
        await world.catalogue.close()
    }

    /// Waits until the library has all that was done so far, and checks that it has.
    func settle() async throws {
        #expect(await ingester.settle(within: .seconds(20)), "does not settle")
        let assets = try await world.assets()
        let disk = try world.disk()
        let (knownPaths, there) = (Set(assets.keys), Set(disk.keys))
        try #require(
            knownPaths == there,
            "missing \(there.subtracting(knownPaths)), too many \(knownPaths.subtracting(there))")
        // That a file got or lost another name changes its time of change, and nobody tells; nor does anybody tell the
        // other names when it is written to by one.
        let stale = disk.filter { path, stamp in
            assets[path]?.primary.stamp.content != stamp.content && hasOneName(path)
        }
        let known = stale.keys.map { (path: $0, stamp: assets[$0]?.primary.stamp) }
        try #require(stale.isEmpty, "not up to date: \(stale), known \(known)")
        let unread = assets.filter { $0.value.resources.contains { $0.state == .pending } }
        try #require(unread.isEmpty, "not read: \(unread.mapValues { ($0.id, $0.resources) })")
        #expect(world.library.snapshot.assetCount == assets.values.count { $0.membership == nil })
        let (folders, directories) = (folderPaths(), try diskFolders())
        try #require(
            folders == directories,
            "missing \(directories.subtracting(folders)), too many \(folders.subtracting(directories))")
    }

    func hasOneName(_ path: FileName) -> Bool {
        let opened = try? Directory(at: FileName("/")).file(FileName(bytes: path.bytes.dropFirst())).status()
        return opened?.linkCount == 1
    }

    private func folderPaths() -> Set<FileName> {
        let snapshot = world.library.snapshot
        var paths: Set<FileName> = []
        var open = snapshot.roots
        while let folder = open.popLast() {
            open += snapshot.subfolders(of: folder.id)
            guard let place = snapshot.location(of: folder.id) else { continue }
            let path = place.path.bytes.isEmpty ? place.root.name : place.root.name.appending(place.path)
            #expect(paths.insert(path).inserted, "two folders at one place")
        }
        return paths
    }

    private func diskFolders() throws -> Set<FileName> {
        var paths: [FileName] = []
        var scanner = FolderScanner(try Directory(at: photos.name))
        while let directory = scanner.next() {
            paths.append(directory.parent.map { paths[$0].appending(directory.name) } ?? photos.name)
        }
        return Set(paths)
    }

    func id(_ path: String) async throws -> AssetID? { try await world.asset(path)?.id }

    func ids() async throws -> [FileName: AssetID] { try await world.assets().mapValues(\.id) }

    /// What was committed since the last call: how often each asset came, went and was changed.
    func takeCounts() -> (inserted: Int, removed: Int, changed: Int, commits: Int) {
        let commits = world.catalogue.takeCommits()
        let all = commits.flatMap(\.assets)
        return (
            all.count { $0.before == nil }, all.count { $0.after == nil },
            all.count { $0.before != nil && $0.after != nil }, commits.count
        )
    }

    /// Runs a command of the shell with `ROOT` and `ELSEWHERE` set, and waits for its end.
    func shell(_ script: String) async throws {
        let environment = ["ROOT": photos.path, "ELSEWHERE": elsewhere.path, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
        let end = try await offPool {
            try RunningProgram(
                FileName("/bin/sh"), [FileName("-e"), FileName("-c"), FileName(script)], environment: environment
            ).waitForEnd()
        }
        #expect(end == .exit(0), "\(script)")
    }
}
