import Platform
import Testing

@testable import PhotoLibrary

@Suite struct LibraryTests {
    @Test func cursorGoesOnThoughItsAssetIsGone() async throws {
        let sample = try await SampleLibrary()
        let library = try await Library.open(sample.catalogue)
        let assets = (0..<10).map { sample.asset(FileName("\($0)"), modified: Int64($0)) }
        try await library.commit(assets.map { .putAsset($0) })
        for isAscending in [true, false] {
            let request = FetchRequest(.all, sort: FetchSort(.taken, isAscending: isAscending))
            let before = try #require(library.snapshot.fetch(request))
            let cursor = try #require(before.cursor(after: 4))
            try await library.commit([.removeAsset(before.ids(in: 4..<5)[0])])
            let after = try #require(library.snapshot.fetch(request))
            #expect(after.ids(in: after.index(after: cursor)..<after.count) == before.ids(in: 5..<before.count))
            try await library.commit(assets.map { .putAsset($0) })
        }
    }

    @Test func composedAndDecomposedAndOtherNamesAreApart() async throws {
        let sample = try await SampleLibrary()
        let library = try await Library.open(sample.catalogue)
        let names =
            ["é.jpg", "e\u{301}.jpg"].map { FileName($0) } + [FileName(bytes: [0xE9, 0x2E]), FileName(bytes: [0xE8])]
        let assets = names.map { sample.asset($0) }
        try await library.commit(assets.map { .putAsset($0) })
        #expect(try await library.assets(assets.map(\.id)).map(\.primary.filename) == names)
        let byName = try #require(
            await library.fetch(FetchRequest(.all, sort: FetchSort(.name, isAscending: true))))
        #expect(byName.summaries(in: 0..<4).map(\.filename) == names.sorted())
        #expect(Set(names).count == 4)
    }

    @Test func foldersAreListedByPlaceAndEmptyOnesLeftOut() async throws {
        let sample = try await SampleLibrary()
        let library = try await Library.open(sample.catalogue)
        func folder(_ name: String, in parent: Folder) -> Folder {
            Folder(id: library.identifiers.next(), parentID: parent.id, name: FileName(name), device: 1, inode: 9)
        }
        let b = folder("b", in: sample.root)
        let a = folder("a", in: sample.root)
        let deep = folder("deep", in: b)
        let empty = folder("empty", in: b)
        let photo = sample.asset(FileName("x.jpg"), in: deep.id)
        var hidden = sample.asset(FileName("h.jpg"), in: a.id)
        hidden.isHidden = true
        // A folder may come before the one that it is in.
        try await library.commit(
            [.putFolder(deep), .putFolder(empty), .putFolder(b), .putFolder(a), .putAsset(photo), .putAsset(hidden)])
        func titles(_ includingEmpty: Bool) -> [AssetCollection.Title] {
            library.snapshot.collections(includingEmpty: includingEmpty)[2].collections.map(\.title)
        }
        #expect(titles(false) == ["photos", "b", "deep"].map { .verbatim($0) })
        #expect(titles(true) == ["photos", "a", "b", "deep", "empty"].map { .verbatim($0) })
        #expect(library.snapshot.location(of: deep.id)?.path == FileName("b/deep"))
        let collection = try #require(library.snapshot.collection(.folder(b.id)))
        #expect(collection.assetCount == 0 && !collection.isEmpty && collection.parentID == .folder(sample.root.id))
        #expect(library.snapshot.collection(.folder(deep.id))?.keyAssetID == photo.id)
        #expect(library.snapshot.collection(.all)?.assetCount == 1)
        // Moving a folder takes all in it along.
        var moved = b
        moved.parentID = a.id
        try await library.commit([.putFolder(moved), .removeFolder(empty.id)])
        #expect(library.snapshot.location(of: deep.id)?.path == FileName("a/b/deep"))
        #expect(titles(false) == ["photos", "a", "b", "deep"].map { .verbatim($0) })
        #expect(library.snapshot.subfolders(of: b.id).map(\.id) == [deep.id])
        #expect(library.snapshot.collection(.folder(empty.id)) == nil)
        #expect(await library.fetch(FetchRequest(.folder(empty.id))) == nil)
    }

    @Test func assetsAreOfflineWithTheirRoot() async throws {
        let sample = try await SampleLibrary()
        let library = try await Library.open(sample.catalogue)
        let asset = sample.asset(FileName("x.jpg"))
        try await library.commit([.putAsset(asset)])
        let summary = try #require(library.snapshot.summary(of: asset.id))
        #expect(library.snapshot.state(of: summary) == .pending)
        var root = sample.root
        root.isOnline = false
        try await library.commit([.putFolder(root)])
        #expect(library.snapshot.state(of: summary) == .offline)
        root.isOnline = true
        try await library.commit([.putFolder(root)])
        #expect(library.snapshot.state(of: summary) == .pending)
    }

    @Test func commitsAtOnceArePublishedInOrder() async throws {
        let sample = try await SampleLibrary()
        let library = try await Library.open(sample.catalogue)
        let first = library.snapshot.version
        let versions = try await withThrowingTaskGroup(of: Version.self) { group in
            for index in 0..<50 {
                let asset = sample.asset(FileName("\(index)"))
                group.addTask {
                    let commit = try await library.commit([.putAsset(asset)])
                    // One's own commit can be seen at once.
                    #expect(library.snapshot.version >= commit.version)
                    #expect(library.snapshot.summary(of: asset.id) != nil)
                    return commit.version
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(versions.sorted() == Array(first + 1...first + 50))
        #expect(library.snapshot.assetCount == 50)
    }
}
