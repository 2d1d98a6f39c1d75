import FolderWatching
import PhotoLibrary
import Platform
import TestSupport
import Testing

@testable import Ingesting

/// Real folders, a real catalogue, and a decoder that only pretends.
struct RealWorld {
    let photos: TemporaryDirectory
    let data: TemporaryDirectory
    let decoder = FakeDecoder()
    let catalogue: MeddlingCatalogue
    let library: Library
    let indexer: Indexer
    let clock = ImmediateClock()
    /// When the tests run, long after the files that they write, as far as the indexer knows.
    private static let now = Timestamp(nanoseconds: Timestamp.now.nanoseconds + 3_600_000_000_000)

    init(
        data: TemporaryDirectory? = nil, roots: [String] = [""], filter: PathFilter = PathFilter(),
        clock: (any Clock<Duration>)? = nil, now: @escaping @Sendable () -> Timestamp = { Self.now }
    ) async throws {
        photos = try TemporaryDirectory()
        let data = try data ?? TemporaryDirectory()
        self.data = data
        catalogue = MeddlingCatalogue(try await SQLiteCatalogue.open(in: data.name, program: "test 1"))
        library = try await Library.open(catalogue)
        let photos = photos
        let paths = roots.map { FileName($0.isEmpty ? photos.path : photos.path($0)) }
        indexer = Indexer(
            library: library, decoder: decoder, roots: paths, filter: filter, log: .silent, clock: clock ?? self.clock,
            now: now)
    }

    /// Another server over the same folders and that data, once the one that used it has ended.
    private init(after other: RealWorld, data: TemporaryDirectory, roots: [String]) async throws {
        photos = other.photos
        self.data = data
        catalogue = MeddlingCatalogue(try await SQLiteCatalogue.open(in: data.name, program: "test 2"))
        library = try await Library.open(catalogue)
        let photos = photos
        let paths = roots.map { FileName($0.isEmpty ? photos.path : photos.path($0)) }
        indexer = Indexer(
            library: library, decoder: decoder, roots: paths, log: .silent, clock: clock, now: { Self.now })
    }

    func restarted(roots: [String] = [""]) async throws -> RealWorld {
        await catalogue.close()
        return try await RealWorld(after: self, data: data, roots: roots)
    }

    /// Another server that knows nothing of the same folders.
    func fresh() async throws -> RealWorld {
        try await RealWorld(after: self, data: TemporaryDirectory(), roots: [""])
    }

    /// Every asset by its absolute path.
    func assets() async throws -> [FileName: Asset] {
        var found: [FileName: Asset] = [:]
        for root in library.snapshot.roots {
            let records = try await catalogue.files(under: root.id)
            for asset in try await library.assets(records.map(\.assetID)) {
                let place = try #require(library.snapshot.location(of: asset.folderID))
                let path = place.root.name.appending(place.path).appending(asset.primary.filename)
                #expect(found.updateValue(asset, forKey: path) == nil, "two assets at \(path)")
            }
        }
        return found
    }

    func asset(_ relative: String) async throws -> Asset? { try await assets()[FileName(photos.path(relative))] }

    func folderID(_ relative: String) throws -> FolderID? {
        var folder = library.snapshot.roots.first { $0.name == photos.name }
        for name in relative.split(separator: "/") {
            guard let id = folder?.id else { return nil }
            folder = library.snapshot.subfolders(of: id).first { $0.name == FileName(String(name)) }
        }
        return folder?.id
    }

    /// The stamps of all files on the disk by absolute path.
    func disk() throws -> [FileName: FileStamp] {
        var paths: [FileName] = []
        var found: [FileName: FileStamp] = [:]
        var scanner = FolderScanner(try Directory(at: photos.name))
        while let directory = scanner.next() {
            let path = directory.parent.map { paths[$0].appending(directory.name) } ?? photos.name
            paths.append(path)
            for file in directory.files { found[path.appending(file.name)] = file.stamp }
        }
        return found
    }

    /// Checks that the library says what is on the disk, with everything read.
    func checkEqual() async throws {
        let assets = try await assets()
        #expect(assets.mapValues(\.primary.stamp) == (try disk()))
        #expect(!assets.values.contains { $0.primary.state == .pending })
        #expect(library.snapshot.assetCount == assets.values.count { $0.membership == nil })
    }
}
