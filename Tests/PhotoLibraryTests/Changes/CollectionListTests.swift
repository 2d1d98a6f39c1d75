import Platform
import Testing

@testable import PhotoLibrary

@Suite struct CollectionListTests {
    /// What happened to the list of collections since a version.
    private func details(_ library: Library, since version: Version) async throws -> ChangeDetails<CollectionID>? {
        let change = try await library.collectionsChange(since: version)
        return if case .incremental(let details) = change.outcome { details } else { nil }
    }

    private func fields(_ details: ChangeDetails<CollectionID>?) -> [CollectionID: [String]] {
        Dictionary(uniqueKeysWithValues: (details?.changed ?? []).map { ($0.id, $0.fields.names) })
    }

    @Test func everyVersionOfTheListLeadsToTheLast() async throws {
        let sample = try await SampleLibrary()
        let library = try await Library.open(sample.catalogue)
        var sub = Folder(
            id: library.identifiers.next(), parentID: sample.root.id, name: FileName("b"), device: 1, inode: 2)
        let other = Folder(
            id: library.identifiers.next(), parentID: sample.root.id, name: FileName("c"), device: 1, inode: 3)
        var lists: [CollectionList] = []
        var inSub = sample.asset(FileName("1.jpg"), in: sub.id)
        let steps: [[CatalogueChange]] = [
            [.putFolder(sub), .putFolder(other), .putAsset(inSub)],
            [.putAsset(sample.asset(FileName("2.jpg"), in: other.id))],
            {
                sub.name = FileName("d")
                return [.putFolder(sub)]
            }(),
            {
                inSub.mediaType = .video
                return [.putAsset(inSub)]
            }(),
            [.removeAsset(inSub.id)],
        ]
        for step in steps {
            lists.append(await library.collectionList())
            try await library.commit(step)
        }
        lists.append(await library.collectionList())
        let last = lists[lists.count - 1].collections.map(\.id)
        #expect(lists.last?.checksum == CollectionID.checksum(of: last))
        for library in [library, try await Library.open(sample.catalogue)] {
            for before in lists {
                let found = try #require(try await details(library, since: before.version))
                let ids = before.collections.map(\.id)
                #expect(ChangeDetailsTests.apply(found, to: ids) == last)
                #expect(found.moved.count == ChangeDetailsTests.leastMoves(from: ids, to: last))
            }
            #expect(try await details(library, since: 1000) == nil)
        }
    }

    @Test func whatShowsIsNamedAndNothingElse() async throws {
        let sample = try await SampleLibrary()
        let library = try await Library.open(sample.catalogue)
        var sub = Folder(
            id: library.identifiers.next(), parentID: sample.root.id, name: FileName("b"), device: 1, inode: 2)
        var asset = sample.asset(FileName("1.jpg"), in: sub.id)
        try await library.commit([.putFolder(sub), .putAsset(asset)])
        var version = library.snapshot.version
        sub.name = FileName("c")
        try await library.commit([.putFolder(sub)])
        #expect(fields(try await details(library, since: version)) == [.folder(sub.id): ["title"]])
        version = library.snapshot.version
        asset.rating = 3
        try await library.commit([.putAsset(asset)])
        #expect(try await details(library, since: version)?.isEmpty == true)
        asset.resources[0].fingerprint = Fingerprint(high: 1, low: 2)
        try await library.commit([.putAsset(asset)])
        let changed = fields(try await details(library, since: version))
        #expect(
            changed == [
                .all: ["thumbnailURL"], .smartAlbum(.recentlyAdded): ["thumbnailURL"],
                .folder(sub.id): ["thumbnailURL"],
            ])
    }
}
