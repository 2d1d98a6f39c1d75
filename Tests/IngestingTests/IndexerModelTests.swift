import PhotoLibrary
import Platform
import TestSupport
import Testing

@testable import Ingesting

/// Random changes of a real folder while no server runs: after each start the library equals the folder, and a file that
/// is where it was or only moved is the same asset.
struct IndexerModelTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func libraryEqualsFolder(seed: UInt64) async throws {
        var random = SplitMix(state: seed)
        var world = try await RealWorld()
        var serial = 0
        for _ in 0..<12 {
            var known: [FileStamp.Content: AssetID] = [:]
            for (path, asset) in try await world.assets() {
                // Names of one file are told apart by their paths alone.
                let links = try Directory(at: FileName("/")).file(FileName(bytes: path.bytes.dropFirst())).status()
                if links.linkCount == 1 { known[asset.primary.stamp.content] = asset.id }
            }
            for _ in 0..<15 { try change(world.photos, world.disk().keys.sorted(), &serial, &random) }
            world = try await world.restarted()
            try await world.indexer.rescan()
            try await world.checkEqual()
            for (path, asset) in try await world.assets() {
                guard let id = known[asset.primary.stamp.content] else { continue }
                let status = try Directory(at: FileName("/")).file(FileName(bytes: path.bytes.dropFirst())).status()
                if status.linkCount == 1 { #expect(asset.id == id, "\(path) lost its id") }
            }
        }
    }

    private func change(
        _ photos: TemporaryDirectory, _ files: [FileName], _ serial: inout Int, _ random: inout SplitMix
    ) throws {
        serial += 1
        let content = "content \(serial) ".utf8
        let some = files.randomElement(using: &random)
            .map { String(decoding: $0.bytes.dropFirst(photos.path.utf8.count + 1), as: UTF8.self) }
        let new = newPath(&random)
        try photos.makeDirectories(String(new.prefix { $0 != "/" }))
        switch (Int.random(in: 0..<9, using: &random), some) {
        case (0, _), (1, _), (2, _): try photos.write(content, to: new)
        case (3, let some?), (4, let some?): try photos.move(some, to: new)
        case (5, let some?): try photos.remove(some)
        case (6, let some?):
            if !files.contains(FileName(photos.path(new))) { try photos.hardLink(some, as: new) }
        case (7, let some?):
            try photos.write(content, to: "saved.part")
            try photos.move("saved.part", to: some)
        default:
            let (from, to) = (Int.random(in: 0..<3, using: &random), Int.random(in: 3..<90, using: &random))
            try photos.makeDirectories("\(from)")
            if !files.contains(where: { $0.description.contains("/\(to)/") }) {
                try photos.makeDirectories("\(to)")
                try photos.move("\(from)", to: "\(to)/\(from)-\(serial)")
            }
        }
    }

    private func newPath(_ random: inout SplitMix) -> String {
        "\(Int.random(in: 0..<4, using: &random))/\(Int.random(in: 0..<8, using: &random)).jpg"
    }
}

extension FileStamp {
    /// Which file it is and what it holds, whatever its name.
    struct Content: Hashable {
        let inode: UInt64
        let size: Int64
        let modified: Timestamp
    }

    var content: Content { Content(inode: inode, size: size, modified: modified) }
}
