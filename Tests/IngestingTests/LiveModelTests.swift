import PhotoLibrary
import Platform
import TestSupport
import Testing

@testable import Ingesting

/// Random changes of a folder that is watched, fast and without pause: after settling the library equals the folder, and a
/// file that was only moved is the same asset.
@Suite(.serialized)
struct LiveModelTests {
    /// A few changes at a time: no file loses its id.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func movedFilesKeepTheirIDs(seed: UInt64) async throws {
        try await change(seed: seed, rounds: 40, most: 4)
    }

    /// So many at once that directories have moved on three times before anybody looks.
    @Test(arguments: [1, 2, 3, 4, 23, 43, 69, 126, 198, 217] as [UInt64])
    func libraryEqualsFolderAfterAStorm(seed: UInt64) async throws {
        try await change(seed: seed, rounds: 10, most: 50)
    }

    private func change(seed: UInt64, rounds: Int, most: Int) async throws {
        try await LiveWorld.run { live in
            var disk = RandomDisk(photos: live.photos, elsewhere: live.elsewhere, random: SplitMix(state: seed))
            for _ in 0..<rounds {
                let before = try await live.loneFiles()
                let now = disk
                disk = try await offPool {
                    var disk = now
                    for _ in 0..<Int.random(in: 1...most, using: &disk.random) { try disk.change() }
                    return disk
                }
                try await live.settle()
                let places = try await live.world.assets().mapValues(\.id)
                for (content, file) in try await live.loneFiles() {
                    guard let (id, place) = before[content], !disk.linked.contains(content.inode) else { continue }
                    if disk.strayed.contains(content.inode), place != file.path, places[place] == id { continue }
                    #expect(file.id == id, "seed \(seed): \(file.path) lost its id")
                }
            }
        }
    }
}

extension LiveWorld {
    /// The assets whose files have one name only, by what these hold.
    func loneFiles() async throws -> [FileStamp.Content: (id: AssetID, path: FileName)] {
        var found: [FileStamp.Content: (id: AssetID, path: FileName)] = [:]
        for (path, asset) in try await world.assets() {
            if hasOneName(path) { found[asset.primary.stamp.content] = (asset.id, path) }
        }
        return found
    }
}
