import Foundation
import Platform
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite struct SQLiteFileTests {
    private func database(_ directory: TemporaryDirectory) -> String { directory.path("catalogue.sqlite") }

    private func open(_ directory: TemporaryDirectory) async throws -> SQLiteCatalogue {
        try await SQLiteCatalogue.open(in: directory.name, program: "test 1")
    }

    /// What `kill -9` leaves behind at this moment: every byte that was written, and no clean end.
    private func copyAsKilled(_ directory: TemporaryDirectory) throws -> TemporaryDirectory {
        let copy = try TemporaryDirectory()
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            try FileManager.default.copyItem(atPath: directory.path(name), toPath: copy.path(name))
        }
        return copy
    }

    @Test func acknowledgedCommitsSurviveBeingKilled() async throws {
        let sample = try await SampleLibrary()
        var killed: [(TemporaryDirectory, Version, Int)] = []
        for round in 1...5 {
            let commit = try await sample.catalogue.commit(
                (0..<100).map { .putAsset(sample.asset(FileName("\(round)-\($0)"))) })
            killed.append((try copyAsKilled(sample.directory), commit.version, round * 100))
        }
        for (directory, version, count) in killed {
            let catalogue = try await open(directory)
            let contents = try await catalogue.contents()
            #expect(contents.version == version && contents.assets.count == count)
            #expect(catalogue.recovery == nil && catalogue.libraryID == sample.catalogue.libraryID)
            #expect(try await catalogue.pendingAssets(limit: 1000, after: nil).count == count)
            let next: AssetID = catalogue.identifiers.next()
            #expect(contents.assets.allSatisfy { $0.id < next })
        }
    }

    @Test func reopeningGoesOnWhereItEnded() async throws {
        let sample = try await SampleLibrary()
        let asset = sample.fullAsset()
        let version = try await sample.catalogue.commit([.putAsset(asset)]).version
        await sample.catalogue.close()
        await #expect(throws: CatalogueError.failed("it is closed")) { try await sample.catalogue.folders() }
        let again = try await open(sample.directory)
        #expect(again.libraryID == sample.catalogue.libraryID)
        #expect(try await again.assets([asset.id]) == [asset])
        #expect(try await again.commit([.removeAsset(asset.id)]).version == version + 1)
    }

    @Test func aSecondOwnerIsRefused() async throws {
        let sample = try await SampleLibrary()
        await #expect(throws: CatalogueError.inUse(sample.directory.path)) { try await open(sample.directory) }
        await sample.catalogue.close()
        await (try await open(sample.directory)).close()
    }

    @Test func aNewerLayoutIsRefusedAndLeftAlone() async throws {
        let sample = try await SampleLibrary()
        await sample.catalogue.close()
        do {
            let connection = try SQLiteConnection(path: FileName(database(sample.directory)), mode: .writing)
            try connection.execute("PRAGMA user_version = 99; UPDATE library SET program = 'contactsheet 9.0'")
        }
        let known = SQLiteSchema.migrations.count
        await #expect(throws: CatalogueError.newerThanProgram(found: 99, known: known, madeBy: "contactsheet 9.0")) {
            try await open(sample.directory)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: sample.directory.path)
        #expect(!names.contains { $0.contains("damaged") })
    }

    @Test func migrationsAreTakenOnceAndInOrder() throws {
        let directory = try TemporaryDirectory()
        let connection = try SQLiteConnection(path: FileName(database(directory)), mode: .writing)
        let steps = ["CREATE TABLE t (a)", "INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (2)"]
        for count in [1, 2, 2, 3, 3] {
            try SQLiteSchema.migrate(connection, migrations: Array(steps.prefix(count)))
            #expect(try connection.number("PRAGMA user_version") == Int64(count))
            #expect(try connection.number("SELECT count(*) FROM t") == Int64(count - 1))
        }
        // A step that fails leaves nothing of itself.
        #expect(throws: CatalogueError.self) {
            try SQLiteSchema.migrate(connection, migrations: steps + ["INSERT INTO t VALUES (3); SELECT nonsense"])
        }
        #expect(try connection.number("SELECT count(*) FROM t") == 2)
        #expect(throws: CatalogueError.newerThanProgram(found: 3, known: 2, madeBy: "unknown")) {
            try SQLiteSchema.migrate(connection, migrations: Array(steps.prefix(2)))
        }
    }

    @Test func aFullDiskFailsTheCommitAloneAndHeals() async throws {
        let directory = try TemporaryDirectory()
        var file = SQLiteFile(directory: directory.name, program: "test", now: .now)
        file.pageLimit = 60
        var catalogue = try await SQLiteCatalogue.open(file, now: { .now })
        let library = try await Library.open(catalogue)
        let root = Folder(id: catalogue.identifiers.next(), parentID: nil, name: FileName("/r"), device: 1, inode: 1)
        try await library.commit([.putFolder(root)])
        var kept = 0
        func batch() -> [CatalogueChange] {
            (0..<50).map { .putAsset(SampleLibrary.asset(FileName("\($0)"), in: root.id, ids: catalogue.identifiers)) }
        }
        await #expect(throws: CatalogueError.storageFull) {
            for _ in 0..<1000 {
                try await library.commit(batch())
                kept += 50
            }
        }
        #expect(kept > 0)
        // Reading goes on, and nothing of the commit that failed is there.
        #expect(library.snapshot.assetCount == kept)
        #expect(try await catalogue.contents().assets.count == kept)
        await #expect(throws: CatalogueError.storageFull) { try await library.commit(batch()) }
        await catalogue.close()
        file.pageLimit = 10_000
        catalogue = try await SQLiteCatalogue.open(file, now: { .now })
        let healed = try await Library.open(catalogue)
        try await healed.commit(batch())
        #expect(healed.snapshot.assetCount == kept + 50)
    }
}
