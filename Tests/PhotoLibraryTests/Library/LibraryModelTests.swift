import Platform
import Testing

@testable import PhotoLibrary

/// Random commits, and after each of them every fetch against one computed by brute force.
@Suite struct LibraryModelTests {
    private static let filters: [FetchFilter?] = [
        nil, .mediaTypes([.video]), .hidden(true), .favorite(true), .all([.hidden(false), .favorite(false)]),
        .filename(contains: "é"), .all([]),
        .taken(from: TakenTime(Timestamp(seconds: 20)), until: TakenTime(Timestamp(seconds: 60))),
    ]

    /// What the filters of this test say, written another way.
    private func matches(_ asset: Asset, _ index: Int) -> Bool {
        let taken = TakenTime(asset.captureDate?.time ?? WallTime(utc: asset.primary.stamp.modified))
        switch index {
        case 1: return asset.mediaType == .video && !asset.isHidden
        case 2: return asset.isHidden
        case 3: return asset.isFavorite && !asset.isHidden
        case 4: return !asset.isFavorite && !asset.isHidden
        case 5: return asset.primary.filename.description.contains("é" as Character) && !asset.isHidden
        case 7: return taken.ticks >= 20 * 10_000_000 && taken.ticks < 60 * 10_000_000 && !asset.isHidden
        default: return !asset.isHidden
        }
    }

    private func isMember(_ asset: Asset, _ collection: CollectionID) -> Bool {
        switch collection {
        case .all, .smartAlbum(.recentlyAdded): true
        case .smartAlbum(.videos): asset.mediaType == .video
        case .smartAlbum(.favorites): asset.isFavorite
        case .smartAlbum(let album): album.subtype.map { asset.mediaSubtypes.contains($0) } ?? false
        case .folder(let id): asset.folderID == id
        }
    }

    private func isOrdered(_ left: Asset, _ right: Asset, _ key: FetchSort.Key) -> Bool {
        func number(_ asset: Asset) -> Int64 {
            switch key {
            case .taken: TakenTime(asset.captureDate?.time ?? WallTime(utc: asset.primary.stamp.modified)).ticks
            case .added: asset.addedDate.nanoseconds
            case .modified: asset.primary.stamp.modified.nanoseconds
            case .size: asset.primary.stamp.size
            case .name: 0
            }
        }
        func name(_ asset: Asset) -> FileName {
            key == .name || key == .taken ? asset.primary.filename : FileName("")
        }
        return (number(left), name(left), left.id) < (number(right), name(right), right.id)
    }

    private func randomized(_ asset: Asset, _ folders: [FolderID], _ random: inout SeededRandom) -> Asset {
        var asset = asset
        asset.isFavorite = .random(using: &random)
        asset.resources[0].state = Resource.State.allCases.randomElement(using: &random) ?? .pending
        asset.isHidden = Int.random(in: 0..<8, using: &random) == 0
        asset.mediaType = [.image, .image, .video].randomElement(using: &random) ?? .image
        asset.mediaSubtypes = MediaSubtypes(rawValue: .random(in: 0..<8192, using: &random))
        asset.folderID = folders.randomElement(using: &random) ?? asset.folderID
        asset.resources[0].folderID = asset.folderID
        asset.resources[0].filename = FileName(
            ["a.jpg", "e\u{301}.jpg", "é.jpg", "b.jpg"].randomElement(using: &random) ?? "")
        asset.resources[0].stamp.size = .random(in: 0..<20, using: &random)
        asset.resources[0].stamp.modified = Timestamp(seconds: .random(in: 0..<100, using: &random))
        asset.captureDate =
            Bool.random(using: &random)
            ? WallTime(wallSeconds: .random(in: 0..<100, using: &random)).map { CaptureDate(time: $0, source: "test") }
            : nil
        return asset
    }

    @Test(arguments: [UInt64(11), 12])
    func everyFetchIsWhatBruteForceGives(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let sample = try await SampleLibrary()
        let library = try await Library.open(sample.catalogue)
        var model: [AssetID: Asset] = [:]
        let subfolder = Folder(
            id: library.identifiers.next(), parentID: sample.root.id, name: FileName("sub"), device: 1, inode: 2)
        try await library.commit([.putFolder(subfolder)])
        let folders = [sample.root.id, subfolder.id]
        var old: (FetchResult, [AssetID])?
        for round in 0..<16 {
            var changes: [CatalogueChange] = []
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                let known = model.keys.sorted().randomElement(using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0:
                    guard let known else { continue }
                    changes.append(.removeAsset(known))
                    model[known] = nil
                case 1:
                    guard let known, let asset = model[known] else { continue }
                    let changed = randomized(asset, folders, &random)
                    changes.append(.putAsset(changed))
                    model[known] = changed
                default:
                    let asset = randomized(sample.asset(FileName("x")), folders, &random)
                    changes.append(.putAsset(asset))
                    model[asset.id] = asset
                }
            }
            try await library.commit(changes)
            #expect(library.snapshot.pendingCount == model.values.count { $0.primary.state == .pending })
            let requests = round % 5 == 0 ? 120 : 12
            for _ in 0..<requests {
                try await check(library, Array(model.values), folders, &random)
            }
            if let old { #expect(old.0.ids(in: 0..<old.0.count) == old.1) }
            let all = try #require(library.snapshot.fetch(FetchRequest(.all)))
            old = (all, all.ids(in: 0..<all.count))
            #expect(library.snapshot.lists.count <= LibrarySnapshot.standing.count + LibraryKeeper.keptListLimit)
        }
        // What was loaded anew is what was kept up to date.
        let reloaded = try await Library.open(sample.catalogue).snapshot
        #expect(reloaded.version == library.snapshot.version)
        #expect(reloaded.pendingCount == library.snapshot.pendingCount)
        #expect(reloaded.collections(includingEmpty: true) == library.snapshot.collections(includingEmpty: true))
        for id in model.keys { #expect(reloaded.summary(of: id) == library.snapshot.summary(of: id)) }
    }

    private func check(
        _ library: Library, _ model: [Asset], _ folders: [FolderID], _ random: inout SeededRandom
    ) async throws {
        // Hidden assets are in no list but those that ask for them, and in an album of their own.
        let albums = SmartAlbum.allCases.filter { $0 != .hidden }.map(CollectionID.smartAlbum)
        let collections = [.all] + albums + folders.map(CollectionID.folder)
        let collection = collections.randomElement(using: &random) ?? .all
        let filter = Self.filters.indices.randomElement(using: &random) ?? 0
        let sort = FetchSort(
            FetchSort.Key.allCases.randomElement(using: &random) ?? .taken, isAscending: .random(using: &random))
        var expected = model.filter {
            matches($0, filter) && isMember($0, collection)
        }.sorted { isOrdered($0, $1, sort.key) }
        if !sort.isAscending { expected.reverse() }
        let request = FetchRequest(collection, filter: Self.filters[filter], sort: sort)
        let result = try #require(await library.fetch(request))
        #expect(result.ids(in: 0..<result.count) == expected.map(\.id), "\(request)")
        #expect(result.version == library.snapshot.version)
        guard let index = expected.indices.randomElement(using: &random) else { return }
        #expect(result.index(of: expected[index].id) == index)
        let cursor = try #require(result.cursor(after: index))
        #expect(result.index(after: cursor) == index + 1)
        let window = index..<min(expected.count, index + 3)
        #expect(result.summaries(in: window).map(\.filename) == expected[window].map(\.primary.filename))
    }
}
