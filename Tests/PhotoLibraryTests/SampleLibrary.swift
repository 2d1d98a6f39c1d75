import Platform
import TestSupport

@testable import PhotoLibrary

/// A catalogue in a temporary data folder, and assets to put into it.
struct SampleLibrary {
    let directory: TemporaryDirectory
    let catalogue: SQLiteCatalogue
    let root: Folder

    /// Opens a catalogue with one root.
    init() async throws {
        directory = try TemporaryDirectory()
        catalogue = try await SQLiteCatalogue.open(in: directory.name, program: "test 1")
        root = Folder(id: catalogue.identifiers.next(), parentID: nil, name: FileName("/photos"), device: 1, inode: 1)
        _ = try await catalogue.commit([.putFolder(root)])
    }

    /// An asset that was listed only.
    func asset(
        _ name: FileName, in folder: FolderID? = nil, size: Int64 = 1000, modified: Int64 = 1_600_000_000
    ) -> Asset {
        Self.asset(name, in: folder ?? root.id, size: size, modified: modified, ids: catalogue.identifiers)
    }

    /// An asset that was listed only, with ids of `ids`.
    static func asset(
        _ name: FileName, in folder: FolderID, size: Int64 = 1000, modified: Int64 = 1_600_000_000,
        ids: IdentifierSource
    ) -> Asset {
        let id: AssetID = ids.next()
        let stamp = FileStamp(
            device: .max, inode: UInt64(id.rawValue), size: size, modified: Timestamp(seconds: modified),
            changed: Timestamp(seconds: modified + 1))
        let resource = Resource(id: ids.next(), kind: .photo, folderID: folder, filename: name, stamp: stamp)
        return Asset(
            id: id, mediaType: .image, addedDate: Timestamp(nanoseconds: modified * 1_000_000_000 + 5),
            resource: resource)
    }

    /// An asset about which everything is known.
    func fullAsset() -> Asset {
        var asset = asset(FileName(bytes: [0x66, 0xFF, 0xFE, 0x2E, 0x6A, 0x70, 0x67]), size: 1 << 40)
        asset.mediaSubtypes = [.panorama, .hdr]
        asset.pixelSize = PixelSize(width: 4032, height: 3024)
        asset.duration = .milliseconds(2900)
        asset.captureDate = WallTime(
            year: 2023, month: 2, day: 2, hour: 2, nanosecond: 123_456_789, offsetMinutes: 540
        ).map { CaptureDate(time: $0, source: "exif:DateTimeOriginal") }
        asset.location = Location(latitude: -33.5, longitude: 151.25, altitude: 12)
        asset.camera = Camera(make: "Maker", model: "Model", lens: "Lens \u{1F4F7}")
        asset.isFavorite = true
        asset.rating = -1
        asset.title = "Title"
        asset.caption = "Two\nlines"
        asset.keywords = ["one", "", "zwölf"]
        asset.burstIdentifier = "burst"
        asset.details[.fNumber] = 1.8
        asset.details[.colorSpace] = "Display P3"
        asset.readerVersion = 3
        asset.resources[0].fingerprint = Fingerprint(high: .max, low: 1)
        asset.resources[0].contentType = "image/jpeg"
        asset.resources[0].state = .unreadable
        asset.resources[0].problems = [Problem(code: "odd", detail: "It is odd.")]
        let stamp = asset.primary.stamp
        asset.resources.append(
            Resource(
                id: catalogue.identifiers.next(), kind: .sidecar, folderID: root.id, filename: FileName("f.xmp"),
                stamp: stamp))
        return asset
    }
}

extension SQLiteCatalogue {
    /// What was committed after a version; nil where the log does not reach back so far.
    func log(since version: Version) async throws -> [LoggedCommit]? {
        let last = max(version, try await contents().version)
        let changes = try await changes(since: version, through: last, limit: .max)
        return if case .commits(let log) = changes { log } else { nil }
    }
}
