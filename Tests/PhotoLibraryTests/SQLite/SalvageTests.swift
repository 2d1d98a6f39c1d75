import Foundation
import Platform
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite struct SalvageTests {
    /// A closed catalogue with many assets, a tenth of them favourites, and the path of its database.
    private func filled(_ count: Int) async throws -> (sample: SampleLibrary, path: String) {
        let sample = try await SampleLibrary()
        var assets = (0..<count).map { sample.asset(FileName("\($0).jpg"), size: Int64($0)) }
        for index in stride(from: 0, to: count, by: 10) { assets[index].isFavorite = true }
        _ = try await sample.catalogue.commit(assets.map { .putAsset($0) })
        await sample.catalogue.close()
        return (sample, sample.directory.path("catalogue.sqlite"))
    }

    private func overwrite(_ path: String, pages: some Sequence<Int>) throws {
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        for page in pages {
            try file.seek(toOffset: UInt64(page) * 4096)
            try file.write(contentsOf: Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ page) }))
        }
        try file.close()
    }

    @Test func damagedPagesCostOnlyWhatWasOnThem() async throws {
        let (sample, path) = try await filled(3000)
        let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        let pages = stride(from: size / 4096 / 3, to: size / 4096, by: 61)
        try overwrite(path, pages: pages)
        let catalogue = try await SQLiteCatalogue.open(in: sample.directory.name, program: "test 2")
        let recovery = try #require(catalogue.recovery)
        #expect(fileExists(recovery.setAside))
        #expect(recovery.salvagedAssetCount > 1000)
        #expect(catalogue.libraryID != sample.catalogue.libraryID)
        // The folders are there, the assets wait for their files.
        #expect(try await catalogue.folders() == [sample.root])
        #expect(try await catalogue.contents().assets.isEmpty)
        let tombstones = try await catalogue.tombstones(sizes: Set(0..<3000))
        #expect(tombstones.count == recovery.salvagedAssetCount)
        for asset in tombstones.map(\.asset) {
            #expect(asset.primary.filename == FileName("\(asset.primary.stamp.size).jpg"))
            #expect(asset.isFavorite == (asset.primary.stamp.size % 10 == 0))
        }
        let next: AssetID = catalogue.identifiers.next()
        #expect(tombstones.allSatisfy { $0.asset.id < next })
        // The next start is an ordinary one.
        await catalogue.close()
        #expect(try await SQLiteCatalogue.open(in: sample.directory.name, program: "test 2").recovery == nil)
    }

    @Test(arguments: [0, 1, 100, 5000])
    func whatIsNoDatabaseIsSetAside(length: Int) async throws {
        let directory = try TemporaryDirectory()
        try directory.write((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) }, to: "catalogue.sqlite")
        let catalogue = try await SQLiteCatalogue.open(in: directory.name, program: "test")
        // SQLite takes an empty file for an empty database, and one shorter than a page too.
        if length > 1000 { #expect(catalogue.recovery?.salvagedAssetCount == 0) }
        #expect(try await catalogue.contents().assets.isEmpty)
    }

    @Test func aDestroyedFirstPageStillGivesTheRest() async throws {
        let (sample, path) = try await filled(500)
        try overwrite(path, pages: [0])
        let catalogue = try await SQLiteCatalogue.open(in: sample.directory.name, program: "test 2")
        #expect(catalogue.recovery?.salvagedAssetCount == 500)
    }

    @Test func damageMetWhileRunningIsMendedAtTheNextStart() async throws {
        let (sample, path) = try await filled(3000)
        let catalogue = try await SQLiteCatalogue.open(in: sample.directory.name, program: "test")
        let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        try overwrite(path, pages: size / 4096 / 2..<size / 4096)
        await #expect(throws: CatalogueError.self) { try await catalogue.contents() }
        await catalogue.close()
        let again = try await SQLiteCatalogue.open(in: sample.directory.name, program: "test")
        #expect(again.recovery != nil)
        #expect(try await again.contents().assets.isEmpty)
    }
}
