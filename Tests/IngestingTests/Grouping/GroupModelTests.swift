import PhotoLibrary
import Platform
import TestSupport
import Testing

@testable import Ingesting

/// Files that come, go and move in any order end in the groups that a first scan finds, and stay the assets that they were.
@Suite(.serialized)
struct GroupModelTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func restartsFindTheGroupsOfAFirstScan(seed: UInt64) async throws {
        var world = try await RealWorld()
        var disk = GroupsOnDisk(world.photos, seed: seed)
        for round in 0..<15 {
            let before = try await world.idsByContent()
            for _ in 0..<8 { try disk.change() }
            if round % 5 == 4 { world = try await world.restarted() }
            try await world.indexer.rescan()
            try await world.checkEqual()
            try await world.checkGroups("seed \(seed), round \(round)")
            try await world.checkIDs(before)
        }
        await world.catalogue.close()
    }

    @Test(arguments: [11, 12, 13] as [UInt64])
    func changesAreJudgedAsTheyCome(seed: UInt64) async throws {
        try await LiveWorld.run { live in
            var disk = GroupsOnDisk(live.photos, seed: seed)
            for round in 0..<25 {
                let before = try await live.world.idsByContent()
                let now = disk
                disk = try await offPool {
                    var disk = now
                    for _ in 0..<Int.random(in: 1...6, using: &disk.random) { try disk.change() }
                    return disk
                }
                try await live.settle()
                try await live.world.checkGroups("seed \(seed), round \(round)")
                try await live.world.checkIDs(before)
            }
            #expect(live.world.catalogue.orphanCount == 0, "a commit left a member without what is shown for it")
        }
    }
}

extension RealWorld {
    fileprivate func idsByContent() async throws -> [FileStamp.Content: AssetID] {
        Dictionary(
            try await assets().values.map { ($0.primary.stamp.content, $0.id) }, uniquingKeysWith: { first, _ in first }
        )
    }

    /// Checks that files that only moved are the assets that they were, in groups or not.
    fileprivate func checkIDs(_ before: [FileStamp.Content: AssetID]) async throws {
        for (content, id) in try await idsByContent() {
            if let known = before[content] { #expect(known == id) }
        }
    }
}
