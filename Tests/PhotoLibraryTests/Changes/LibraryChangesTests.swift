import Platform
import Testing

@testable import PhotoLibrary

/// Changes of a real library's lists: live, from held versions, and from the change log after a restart.
@Suite struct LibraryChangesTests {
    private static let requests = [
        FetchRequest(.all), FetchRequest(.all, sort: FetchSort(.name, isAscending: true)),
        FetchRequest(.smartAlbum(.recentlyAdded)), FetchRequest(.all, filter: .favorite(true), sort: FetchSort(.size)),
    ]

    /// One random commit: assets come, go, are renamed, liked and dated anew.
    private func edit(_ sample: SampleLibrary, _ library: Library, _ random: inout SeededRandom) async throws {
        var changes: [CatalogueChange] = []
        var known = Set(library.snapshot.fetch(FetchRequest(.all))?.ids(in: 0..<10_000) ?? [])
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let number = Int.random(in: 0..<1000, using: &random)
            if known.isEmpty || Int.random(in: 0..<3, using: &random) == 0 {
                changes.append(.putAsset(sample.asset(FileName("\(number).jpg"), size: Int64(number))))
                continue
            }
            guard let id = known.sorted().randomElement(using: &random) else { continue }
            known.remove(id)
            if Int.random(in: 0..<4, using: &random) == 0 {
                changes.append(.removeAsset(id))
            } else if var asset = try await library.assets([id]).first {
                asset.resources[0].filename = FileName("\(number).jpg")
                asset.isFavorite.toggle()
                if let time = WallTime(year: 2000 + number % 20, month: 1, day: 1) {
                    asset.captureDate = CaptureDate(time: time, source: "test")
                }
                changes.append(.putAsset(asset))
            }
        }
        try await library.commit(changes)
    }

    private func check(_ change: FetchChange, from before: [AssetID], to now: FetchResult) throws {
        guard case .incremental(let details) = change else {
            Issue.record("a reload")
            return
        }
        let after = now.ids(in: 0..<now.count)
        #expect(ChangeDetailsTests.apply(details, to: before) == after)
        #expect(details.moved.count == ChangeDetailsTests.leastMoves(from: before, to: after))
        var checksum = OrderChecksum()
        for id in after { checksum.append(UInt64(bitPattern: id.rawValue)) }
        #expect(now.checksum == OrderChecksum.text(checksum.forward))
    }

    @Test(arguments: 0..<6) func everyVersionLeadsToTheLast(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let sample = try await SampleLibrary()
        let library = try await Library.open(sample.catalogue)
        var lists: [(version: Version, results: [FetchResult])] = []
        for _ in 0..<12 {
            try await edit(sample, library, &random)
            var results: [FetchResult] = []
            for request in Self.requests { results.append(try #require(await library.fetch(request))) }
            lists.append((library.snapshot.version, results))
        }
        // A library that was opened anew holds no older version: all comes from the log.
        let reopened = try await Library.open(sample.catalogue)
        for (version, results) in lists {
            for before in results {
                let ids = before.ids(in: 0..<before.count)
                let live = try #require(await library.change(since: before))
                try check(live.change, from: ids, to: live.now)
                for library in [library, reopened] {
                    let change = try #require(try await library.change(of: before.request, since: version))
                    try check(change.change, from: ids, to: change.now)
                    #expect(change.countBefore == ids.count)
                    let again = try #require(try await library.fetch(before.request, at: version))
                    #expect(again.ids(in: 0..<again.count) == ids)
                    #expect(again.checksum == before.checksum)
                }
            }
        }
    }

    @Test func whatIsNotKnownIsAReload() async throws {
        let sample = try await SampleLibrary()
        let library = try await Library.open(sample.catalogue)
        try await library.commit([.putAsset(sample.asset(FileName("a.jpg")))])
        for version in [Version(-1), 1000] {
            let change = try #require(try await library.change(of: FetchRequest(.all), since: version))
            guard case .reload(.tokenExpired) = change.change else {
                Issue.record("no reload")
                continue
            }
        }
        let gone = FetchRequest(.folder(FolderID(rawValue: 1)))
        #expect(try await library.change(of: gone, since: 1) == nil)
    }

    @Test func aRootThatComesOrGoesChangesTheStateOfItsAssets() async throws {
        let sample = try await SampleLibrary()
        let library = try await Library.open(sample.catalogue)
        let other = Folder(id: library.identifiers.next(), parentID: nil, name: FileName("/o"), device: 1, inode: 2)
        let asset = sample.asset(FileName("a.jpg"))
        try await library.commit(
            [.putFolder(other), .putAsset(asset), .putAsset(sample.asset(FileName("b.jpg"), in: other.id))])
        let version = library.snapshot.version
        var root = sample.root
        root.isOnline = false
        try await library.commit([.putFolder(root)])
        for library in [library, try await Library.open(sample.catalogue)] {
            let change = try #require(try await library.change(of: FetchRequest(.all), since: version))
            guard case .incremental(let details) = change.change else {
                Issue.record("a reload")
                continue
            }
            #expect(details.changed.map(\.id) == [asset.id])
            #expect(details.changed.map(\.fields.names) == [["state"]])
            #expect(details.entryCount == 1)
        }
    }

    @Test func whoeverWaitsIsWokenByACommitOrByCancellation() async throws {
        let sample = try await SampleLibrary()
        let library = try await Library.open(sample.catalogue)
        let version = library.snapshot.version
        await withTaskGroup { group in
            for _ in 0..<100 { group.addTask { await library.waitForCommit(after: version) } }
            group.addTask { _ = try? await library.commit([.putAsset(sample.asset(FileName("a.jpg")))]) }
        }
        #expect(library.snapshot.version == version + 1)
        let waiting = Task { await library.waitForCommit(after: version + 1) }
        waiting.cancel()
        await waiting.value
        await library.waitForCommit(after: version)
    }

    @Test(arguments: [
        "", "x-1", "0000000000001", "0000000000001-", "0000000000001-x", "0000000000001--1", "0000000000001-+1",
    ])
    func whatIsNoTokenIsRefused(text: String) {
        #expect(LibraryToken(text) == nil)
    }

    @Test func aTokenIsReadBack() {
        let token = LibraryToken(libraryID: LibraryID(rawValue: 77), version: 1874)
        #expect(LibraryToken(token.description) == token)
    }
}
