import PhotoLibrary
import Platform
import TestSupport
import Testing

@testable import Ingesting

/// Changes at random a folder of files that may belong together.
struct GroupsOnDisk: Sendable {
    let photos: TemporaryDirectory
    var random: SplitMix
    private var serial = 0

    init(_ photos: TemporaryDirectory, seed: UInt64) {
        self.photos = photos
        random = SplitMix(state: seed)
    }

    private static let stems = [
        "IMG_1", "IMG_E1", "IMG_2", "IMG_1-edited", "20240501_120000_001", "20240501_120000_002",
        "20240501_120000_003", "PXL_1.RAW-01.COVER", "PXL_1.RAW-02.ORIGINAL",
    ]
    private static let extensions = ["JPG", "HEIC", "DNG", "MOV"]
    private static let times = ["2024-05-01T12:00:00", "2024-05-01T12:00:01", "2024-06-01T12:00:00"]

    /// Writes, moves or removes one file, or moves a folder.
    mutating func change() throws {
        serial += 1
        let files = try all()
        switch (Int.random(in: 0..<10, using: &random), files.randomElement(using: &random)) {
        case (0...4, _), (_, nil): try write(newPath())
        case (5, let file?): try photos.remove(file)
        case (6...7, let file?):
            let target = newPath()
            if target.suffix(3) == file.suffix(3) { try photos.move(file, to: target) }
        case (8, let file?): try write(file)
        default:
            try photos.makeDirectories("a")
            try photos.move("a", to: "\(serial)")
            try photos.move("\(serial)", to: ["b", "c"].contains { hasFolder($0) } ? "x\(serial)" : "b")
        }
        try photos.makeDirectories("a")
    }

    private func hasFolder(_ name: String) -> Bool { (try? Directory(at: FileName(photos.path(name)))) != nil }

    private mutating func write(_ path: String) throws {
        let facts = FakeFacts(
            isVideo: path.hasSuffix("MOV"), isRaw: path.hasSuffix("DNG"),
            time: Int.random(in: 0..<5, using: &random) == 0 ? nil : Self.times.randomElement(using: &random),
            identifier: ["A", "B", nil, nil].randomElement(using: &random) ?? nil, serial: serial)
        try photos.write(facts.text.utf8, to: FileName(path))
    }

    private mutating func newPath() -> String {
        let folder = hasFolder("b") && Bool.random(using: &random) ? "b" : "a"
        let stem = Self.stems.randomElement(using: &random) ?? ""
        return "\(folder)/\(stem).\(Self.extensions.randomElement(using: &random) ?? "")"
    }

    private func all() throws -> [String] {
        try Directory(at: photos.name).names().map(\.description).sorted().flatMap { folder in
            try Directory(at: FileName(photos.path(folder))).names().map { "\(folder)/\($0)" }.sorted()
        }
    }
}

extension RealWorld {
    /// Which files belong to which others, as lines of text, with what is special about each.
    func groups() async throws -> [String] {
        let assets = try await assets()
        let paths = Dictionary(assets.map { ($0.value.id, $0.key) }, uniquingKeysWith: { first, _ in first })
        return assets.map { path, asset in
            let owner = asset.membership.map {
                "\(paths[$0.ownerID]?.lastComponent.description ?? "nothing") \($0.kind) \($0.rule)"
            }
            let members = asset.members.map {
                "\(paths[$0.assetID]?.lastComponent.description ?? "nothing") \($0.resource.kind)"
            }
            return "\(path.lastComponent): \(owner ?? "shown") \(asset.mediaSubtypes.rawValue) \(members)"
        }.sorted()
    }

    /// Checks that the groups are those that a server finds which sees the folder for the first time.
    func checkGroups(_ comment: String) async throws {
        let found = try await groups()
        let fresh = try await fresh()
        try await fresh.indexer.rescan()
        let wanted = try await fresh.groups()
        await fresh.catalogue.close()
        let (tooMany, missing) = (Set(found).subtracting(wanted), Set(wanted).subtracting(found))
        try #require(found == wanted, "\(comment): \(tooMany.sorted()), not \(missing.sorted())")
        for asset in try await assets().values {
            guard let membership = asset.membership else {
                #expect(library.snapshot.summary(of: asset.id) != nil && library.snapshot.owner(of: asset.id) == nil)
                continue
            }
            #expect(library.snapshot.summary(of: asset.id) == nil, "a member is shown by itself")
            #expect(library.snapshot.owner(of: asset.id) == membership.ownerID)
            #expect(library.snapshot.summary(of: membership.ownerID) != nil, "both halves are hidden")
        }
    }
}
