import Platform
import Testing

@testable import PhotoLibrary

@Suite struct SQLiteCatalogueTests {
    @Test func everythingGoesThereAndBack() async throws {
        let sample = try await SampleLibrary()
        let full = sample.fullAsset()
        let bare = sample.asset(FileName("b.jpg"))
        let commit = try await sample.catalogue.commit([.putAsset(full), .putAsset(bare)])
        let unknown = AssetID(rawValue: 1)
        #expect(try await sample.catalogue.assets([bare.id, unknown, full.id]) == [bare, full])
        let contents = try await sample.catalogue.contents()
        #expect(contents.assets == [full, bare].map { AssetSummary($0, revision: commit.version) })
        #expect(contents.assets == commit.assets.compactMap(\.after))
        #expect(contents.folders == [sample.root])
        #expect(contents.version == commit.version)
        #expect(try await sample.catalogue.folders() == [sample.root])
        // Fewer resources than before leave none behind.
        var smaller = full
        smaller.resources.removeLast()
        _ = try await sample.catalogue.commit([.putAsset(smaller)])
        #expect(try await sample.catalogue.assets([full.id]) == [smaller])
        #expect(try await sample.catalogue.files(in: sample.root.id).count == 2)
    }

    @Test func filesAreFoundByFolder() async throws {
        let sample = try await SampleLibrary()
        let folders = (0..<3).map { index in
            Folder(
                id: sample.catalogue.identifiers.next(), parentID: sample.root.id, name: FileName("\(index)"),
                device: 1, inode: 1)
        }
        let full = sample.fullAsset()
        let inside = sample.asset(FileName("in.jpg"), in: folders[1].id)
        _ = try await sample.catalogue.commit(
            folders.map { .putFolder($0) } + [.putAsset(full), .putAsset(inside)])
        #expect(try await sample.catalogue.files(under: sample.root.id).count == 3)
        #expect(try await sample.catalogue.files(in: folders[0].id) == [])
        let record = try #require(try await sample.catalogue.files(in: folders[1].id).first)
        #expect(record.assetID == inside.id && record.resourceID == inside.primary.id)
        #expect(record.filename == FileName("in.jpg") && record.stamp == inside.primary.stamp)
        let main = try await sample.catalogue.files(in: sample.root.id).first { $0.kind == .photo }
        #expect(main?.fingerprint == full.primary.fingerprint && main?.state == .unreadable)
        await #expect(throws: CatalogueError.folderNotEmpty(folders[1].id)) {
            try await sample.catalogue.commit([.removeFolder(folders[1].id)])
        }
        await #expect(throws: CatalogueError.folderNotEmpty(sample.root.id)) {
            try await sample.catalogue.commit([.removeAsset(full.id), .removeFolder(sample.root.id)])
        }
        // Nothing of a commit that failed is there.
        #expect(try await sample.catalogue.assets([full.id]) == [full])
        let commit = try await sample.catalogue.commit([.removeAsset(inside.id), .removeFolder(folders[1].id)])
        #expect(commit.folders.count == 1 && commit.assets.count == 1)
        #expect(try await sample.catalogue.folders().count == 3)
    }

    @Test func emptyCommitsMakeNoVersion() async throws {
        let sample = try await SampleLibrary()
        let version = try await sample.catalogue.contents().version
        #expect(try await sample.catalogue.commit([]).version == version)
        let asset = sample.asset(FileName("a"))
        let nothing = try await sample.catalogue.commit(
            [.removeAsset(asset.id), .removeFolder(FolderID(rawValue: 1)), .putAsset(asset), .removeAsset(asset.id)])
        #expect(nothing.isEmpty && nothing.version == version)
        #expect(try await sample.catalogue.log(since: version) == [])
    }

    @Test func pendingAssetsComeInPagesTheLastListedFirst() async throws {
        let sample = try await SampleLibrary()
        var assets = (0..<10).map { sample.asset(FileName("\($0)")) }
        assets[3].resources[0].state = .ready
        _ = try await sample.catalogue.commit(assets.map { .putAsset($0) } + [.removeAsset(assets[8].id)])
        let first = try await sample.catalogue.pendingAssets(limit: 4, after: nil)
        #expect(first == [assets[9], assets[7], assets[6], assets[5]])
        #expect(
            try await sample.catalogue.pendingAssets(limit: 100, after: first.last?.id)
                == [assets[4], assets[2], assets[1], assets[0]])
    }

    @Test func removedAssetsComeBackAsThemselves() async throws {
        let sample = try await SampleLibrary()
        let asset = sample.fullAsset()
        _ = try await sample.catalogue.commit([.putAsset(asset), .putAsset(sample.asset(FileName("o")))])
        let removal = try await sample.catalogue.commit([.removeAsset(asset.id)])
        #expect(removal.assets.first?.after == nil && removal.assets.first?.before?.id == asset.id)
        #expect(try await sample.catalogue.assets([asset.id]).isEmpty)
        #expect(try await sample.catalogue.contents().assets.count == 1)
        #expect(try await sample.catalogue.tombstones(sizes: [5]).isEmpty)
        let tombstones = try await sample.catalogue.tombstones(sizes: [5, asset.primary.stamp.size])
        #expect(tombstones.map(\.asset) == [asset])
        let back = try await sample.catalogue.commit([.putAsset(asset)])
        #expect(back.assets.first?.before == nil)
        #expect(try await sample.catalogue.tombstones(sizes: [asset.primary.stamp.size]).isEmpty)
        #expect(try await sample.catalogue.assets([asset.id]) == [asset])
    }

    @Test func tombstonesAndLogExpire() async throws {
        let sample = try await SampleLibrary()
        let asset = sample.asset(FileName("a"), size: 7)
        let added = try await sample.catalogue.commit([.putAsset(asset)])
        let removed = try await sample.catalogue.commit([.removeAsset(asset.id)])
        try await sample.catalogue.expire(
            tombstonesBefore: removed.date, changesBefore: removed.date, changeLimit: 1000)
        #expect(try await sample.catalogue.tombstones(sizes: [7]).count == 1)
        #expect(try await sample.catalogue.log(since: added.version)?.count == 1)
        #expect(try await sample.catalogue.log(since: 0) == nil)
        let later = Timestamp(nanoseconds: removed.date.nanoseconds + 1)
        try await sample.catalogue.expire(tombstonesBefore: later, changesBefore: later, changeLimit: 1000)
        #expect(try await sample.catalogue.tombstones(sizes: [7]).isEmpty)
        #expect(try await sample.catalogue.log(since: added.version) == nil)
        #expect(try await sample.catalogue.log(since: removed.version) == [])
        #expect(try await sample.catalogue.log(since: removed.version + 1) == nil)
    }

    @Test func theLogRollsBackToEveryVersion() async throws {
        let sample = try await SampleLibrary()
        var history: [[AssetID: AssetSummary]] = [[:]]
        let first = try await sample.catalogue.contents().version
        var full = sample.fullAsset()
        let other = sample.asset(FileName("o"))
        let changes: [[CatalogueChange]] = [
            [.putAsset(full), .putAsset(other)],
            [.removeAsset(other.id)],
            {
                full.isHidden = true
                full.captureDate = nil
                return [.putAsset(full), .putFolder(sample.root)]
            }(),
            [.putAsset(other), .removeAsset(full.id)],
        ]
        for change in changes {
            _ = try await sample.catalogue.commit(change)
            let assets = try await sample.catalogue.contents().assets
            history.append(Dictionary(uniqueKeysWithValues: assets.map { ($0.id, $0) }))
        }
        for back in history.indices {
            let log = try #require(try await sample.catalogue.log(since: first + Version(back)))
            var state = history[history.count - 1]
            for entry in log.reversed().flatMap(\.assets) {
                #expect((state[entry.id] != nil) == entry.isPresent)
                state[entry.id] = entry.before
            }
            #expect(state == history[back])
        }
        #expect(try await sample.catalogue.log(since: first + 2)?.first?.folders.map(\.before) == [sample.root])
    }
}
