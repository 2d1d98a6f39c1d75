import Platform
import Testing

@testable import PhotoLibrary

/// Older versions are exactly what they were: held, rolled back, and rolled back by a library that was opened anew.
@Suite struct PastVersionsTests {
    /// Everything that shows of one version.
    private struct Shown: Equatable {
        let collections: [CollectionSection]
        let lists: [[AssetID]]
        let isOnline: [Bool]

        init(_ snapshot: LibrarySnapshot, _ folders: [FolderID]) {
            collections = snapshot.collections(includingEmpty: true)
            lists = (folders.map(CollectionID.folder) + [.all, .smartAlbum(.videos)]).map { id in
                snapshot.fetch(FetchRequest(id)).map { $0.ids(in: 0..<$0.count) } ?? []
            }
            isOnline = folders.map { snapshot.isOnline($0) }
        }
    }

    /// Folders come, go, move, are renamed and go offline; assets come, go, move, hide.
    private func edit(
        _ folders: inout [Folder], _ sample: SampleLibrary, _ library: Library, _ random: inout SeededRandom
    ) async throws {
        var changes: [CatalogueChange] = []
        let ids = library.snapshot.assetIDs
        var empty = folders.filter { folder in !folders.contains { $0.parentID == folder.id } }
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let place = Int.random(in: folders.indices, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                let folder = Folder(
                    id: library.identifiers.next(), parentID: folders[place].id,
                    name: FileName("\(Int.random(in: 0..<99, using: &random))"), device: 1, inode: 5)
                empty.removeAll { $0.id == folders[place].id }
                folders.append(folder)
                changes.append(.putFolder(folder))
            case 1:
                folders[place].name = FileName("renamed-\(Int.random(in: 0..<99, using: &random))")
                if folders[place].parentID == nil { folders[place].isOnline.toggle() }
                changes.append(.putFolder(folders[place]))
            case 2:
                guard let id = ids.randomElement(using: &random) else { continue }
                changes.append(.removeAsset(id))
            case 3:
                guard let id = ids.randomElement(using: &random), var asset = try await library.assets([id]).first
                else { continue }
                asset.folderID = folders[place].id
                asset.resources[0].folderID = asset.folderID
                asset.isHidden.toggle()
                asset.mediaType = .video
                changes.append(.putAsset(asset))
                empty.removeAll { $0.id == folders[place].id }
            case 4:
                guard let folder = empty.randomElement(using: &random), folder.parentID != nil,
                    library.snapshot.folder(folder.id) != nil,
                    try await library.catalogue.files(in: folder.id).isEmpty
                else { continue }
                changes.append(.removeFolder(folder.id))
                folders.removeAll { $0.id == folder.id }
                empty = []
            default:
                changes.append(
                    .putAsset(sample.asset(FileName("\(place)"), in: folders[place].id, modified: Int64(place))))
                empty.removeAll { $0.id == folders[place].id }
            }
        }
        try await library.commit(changes)
    }

    @Test(arguments: 0..<6) func everyVersionIsAsItWas(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let sample = try await SampleLibrary()
        let library = try await Library.open(sample.catalogue)
        let first = library.snapshot.version
        var folders = [sample.root]
        var known = Set([sample.root.id])
        var versions: [(Version, LibrarySnapshot)] = []
        for _ in 0..<30 {
            try await edit(&folders, sample, library, &random)
            known.formUnion(folders.map(\.id))
            versions.append((library.snapshot.version, library.snapshot))
        }
        #expect(versions.last?.0 ?? 0 > first)
        let reopened = try await Library.open(sample.catalogue)
        for (version, snapshot) in versions {
            let shown = Shown(snapshot, known.sorted())
            for library in [library, reopened] {
                let past = try #require(try await library.snapshot(at: version))
                #expect(past.version == version)
                #expect(Shown(past, known.sorted()) == shown)
            }
        }
    }

    @Test func changedFieldsAreThoseThatDiffer() async throws {
        let sample = try await SampleLibrary()
        let library = try await Library.open(sample.catalogue)
        var asset = sample.fullAsset()
        let other = sample.asset(FileName("o"))
        try await library.commit([.putAsset(asset), .putAsset(other)])
        let first = library.snapshot.version
        asset.isFavorite.toggle()
        try await library.commit([.putAsset(asset)])
        asset.title = "Another"
        asset.resources[0].stamp.inode += 1
        try await library.commit([.putAsset(asset), .putAsset(asset)])
        try await library.commit([.putAsset(other)])
        for library in [library, try await Library.open(sample.catalogue)] {
            let expected = [["isFavorite", "title"], ["title"], [], []]
            for (offset, fields) in expected.enumerated() {
                let change = try await library.change(of: FetchRequest(.all), since: first + Version(offset))
                let details = try #require(change?.change.details)
                #expect(details.changed.map(\.id) == (fields.isEmpty ? [] : [asset.id]))
                #expect(details.changed.first?.fields.names ?? [] == fields)
            }
        }
        // What went and came back may have changed in any way.
        let before = library.snapshot.version
        try await library.commit([.removeAsset(asset.id)])
        try await library.commit([.putAsset(asset)])
        let change = try await library.change(of: FetchRequest(.all), since: before)
        #expect(change?.change.details?.changed.first?.fields == .ofAssets)
    }

    @Test func manyChangesElsewhereAreNoReasonToReload() async throws {
        let sample = try await SampleLibrary()
        let library = try await Library.open(sample.catalogue)
        let folder = Folder(
            id: library.identifiers.next(), parentID: sample.root.id, name: FileName("f"), device: 1, inode: 3)
        try await library.commit([.putFolder(folder), .putAsset(sample.asset(FileName("a"), in: folder.id))])
        let request = FetchRequest(.folder(folder.id), filter: .mediaTypes([.image]))
        let before = try #require(await library.fetch(request))
        for round in 1...2 {
            let many = (0..<ChangeHistory.touchedLimit / 2 + 500).map { sample.asset(FileName("\(round)-\($0)")) }
            try await library.commit(many.map { .putAsset($0) })
            let change = try #require(await library.change(since: before))
            #expect(change.change.details?.isEmpty == true)
        }
        #expect(library.state.history.snapshot(at: before.version) == nil)
        let all = try #require(try await library.change(of: FetchRequest(.all), since: before.version))
        guard case .reload(.tooLarge) = all.change else {
            Issue.record("no reload")
            return
        }
        #expect(all.countBefore == 1)
    }

    @Test func theLogKeepsAsManyThingsAsItIsTold() async throws {
        let sample = try await SampleLibrary()
        let library = try await Library.open(sample.catalogue)
        var versions: [Version] = []
        for round in 0..<5 {
            try await library.commit((0..<10).map { .putAsset(sample.asset(FileName("\(round)-\($0)"))) })
            versions.append(library.snapshot.version)
        }
        let past = Timestamp(nanoseconds: 0)
        try await library.catalogue.expire(tombstonesBefore: past, changesBefore: past, changeLimit: 29)
        let reopened = try await Library.open(sample.catalogue)
        let isKnown = try await versions.asyncMap { try await reopened.snapshot(at: $0) != nil }
        #expect(isKnown == [false, false, true, true, true])
        let changes = try await sample.catalogue.changes(since: versions[3], through: versions[4], limit: 9)
        #expect(changes == .tooMany)
    }
}

extension LibrarySnapshot {
    fileprivate var assetIDs: [AssetID] {
        var ids: [AssetID] = []
        assets.forEach { ids.append($0.id) }
        return ids
    }
}

extension FetchChange {
    /// The steps, where there are some.
    var details: ChangeDetails<AssetID>? {
        if case .incremental(let details) = self { details } else { nil }
    }
}

extension Array {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
