import Platform
import Testing

@testable import PhotoLibrary

@Suite struct ObservationTests {
    /// Fetches of which none is kept ready, each another.
    private func fetches(_ range: Range<Int>) -> [FetchRequest] {
        range.map { FetchRequest(.all, filter: .filename(contains: "\($0)")) }
    }

    @Test func heldListsStayWhileOthersComeAndGo() async throws {
        let sample = try await SampleLibrary()
        let library = try await Library.open(sample.catalogue)
        let observed = fetches(0..<40)
        var holds = observed.map { library.hold($0) }
        for request in observed + fetches(100..<200) { _ = await library.fetch(request) }
        #expect(observed.allSatisfy { library.snapshot.fetch($0) != nil })
        #expect(library.snapshot.lists.count <= LibrarySnapshot.standing.count + LibraryKeeper.keptListLimit + 40)
        holds.removeAll()
        for request in fetches(200..<300) { _ = await library.fetch(request) }
        #expect(observed.allSatisfy { library.snapshot.fetch($0) == nil })
        #expect(library.snapshot.lists.count <= LibrarySnapshot.standing.count + LibraryKeeper.keptListLimit)
    }

    @Test func evenHeldListsAreBounded() async throws {
        let sample = try await SampleLibrary()
        let library = try await Library.open(sample.catalogue)
        let observed = fetches(0..<LibraryKeeper.observedListLimit + 20)
        let holds = observed.map { library.hold($0) }
        for request in observed { _ = await library.fetch(request) }
        #expect(library.state.heldListCount == LibraryKeeper.observedListLimit)
        // A list that was let go of is still followed rightly.
        let version = library.snapshot.version
        let asset = sample.asset(FileName("0.jpg"))
        try await library.commit([.putAsset(asset)])
        let change = try #require(try await library.change(of: observed[0], since: version))
        #expect(change.change.details?.inserted.map(\.id) == [asset.id])
        withExtendedLifetime(holds) {}
    }

    @Test func allWhoAskTheSameGetTheSame() async throws {
        let sample = try await SampleLibrary()
        let library = try await Library.open(sample.catalogue)
        try await library.commit((0..<50).map { .putAsset(sample.asset(FileName("\($0)"))) })
        let version = library.snapshot.version
        let added = sample.asset(FileName("new"))
        try await library.commit([.putAsset(added)])
        // Opened anew, the older version has to be rolled back: once for all.
        for library in [library, try await Library.open(sample.catalogue)] {
            let requests = [FetchRequest(.all), FetchRequest(.all, filter: .filename(contains: "n"))]
            try await withThrowingTaskGroup(of: [AssetID]?.self) { group in
                for index in 0..<200 {
                    group.addTask {
                        let change = try await library.change(of: requests[index % 2], since: version)
                        return change?.change.details?.inserted.map(\.id)
                    }
                }
                for try await inserted in group { #expect(inserted == [added.id]) }
            }
        }
    }
}
