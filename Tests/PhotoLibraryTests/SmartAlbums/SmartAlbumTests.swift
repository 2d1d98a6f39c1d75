import Platform
import Testing

@testable import PhotoLibrary

/// Which assets are in which smart albums, and why.
struct SmartAlbumTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let type: MediaType
        let name: String
        let change: @Sendable (inout Asset) -> Void
        let albums: Set<SmartAlbum>

        init(
            _ name: String, _ albums: Set<SmartAlbum>, _ type: MediaType = .image,
            _ change: @escaping @Sendable (inout Asset) -> Void = { _ in }
        ) {
            testDescription = name
            self.type = type
            self.name = name
            self.change = change
            self.albums = albums
        }
    }

    static let cases = [
        Case("IMG_1.JPG", []),
        Case("IMG_2.JPG", [.favorites]) { $0.isFavorite = true },
        Case("IMG_3.MOV", [.videos], .video) { $0.video = VideoTrack(frameRate: 30) },
        Case("IMG_4.MOV", [.videos, .slomoVideos], .video) { $0.video = VideoTrack(frameRate: 240) },
        Case("slow.mp4", [.videos, .slomoVideos], .video) { $0.video = VideoTrack(frameRate: 30, captureRate: 120) },
        Case("fast.mp4", [.videos, .timelapses], .video) { $0.video = VideoTrack(frameRate: 30, captureRate: 1) },
        Case("same.mp4", [.videos], .video) { $0.video = VideoTrack(frameRate: 30, captureRate: 30) },
        Case("my timelapse.mp4", [.videos, .timelapses], .video),
        Case("my timelapse.jpg", []),
        Case("Screenshot_20240101-120000.png", [.screenshots]),
        Case("Bildschirmfoto vom 2024-01-01 12-00-00.png", [.screenshots]),
        Case("IMG_5.PNG", [.screenshots]) { $0.decodedSubtypes = .screenshot },
        Case("RPReplay_Final1700000000.MP4", [.videos, .screenRecordings], .video),
        Case("screen-20240101-120000.mp4", [.videos, .screenRecordings], .video),
        Case("IMG_6.HEIC", [.selfPortraits]) { $0.camera.lens = "iPhone 13 front camera 2.71mm f/2.2" },
        Case("IMG_7.HEIC", []) { $0.camera.lens = "Frontier 50mm" },
        Case("IMG_8.HEIC", [.depthEffect]) { $0.decodedSubtypes = .depthEffect },
        Case("PXL_20240101_120000000.PORTRAIT.jpg", [.depthEffect]),
        Case("IMG_9.HEIC", [.longExposures]) { $0.exposureTime = 1 },
        Case("IMG_10.HEIC", []) { $0.exposureTime = 0.5 },
        Case("a.gif", [.animated]) { $0.decodedSubtypes = .animated },
        Case("a.jpg", [.panoramas]) { $0.decodedSubtypes = .panorama },
        Case("a.cr2", [.raw]) { $0.decodedSubtypes = .raw },
        Case("MVIMG_1.jpg", [.livePhotos]) {
            $0.mediaSubtypes = .livePhoto
            $0.motionVideo = 5..<9
        },
        Case("b.gif", [.hidden]) {
            $0.decodedSubtypes = .animated
            $0.isHidden = true
            $0.isFavorite = true
        },
    ]

    @Test(arguments: cases)
    func albumsAndEvidenceAgree(_ sample: Case) async throws {
        let asset = asset(sample)
        let expected = sample.albums.union(asset.isHidden ? [] : [.recentlyAdded])
        #expect(Set(SmartAlbum.allCases.filter { $0.evidence(for: asset) != nil }) == expected)
        let snapshot = LibrarySnapshot(
            libraryID: LibraryID(rawValue: 1),
            contents: CatalogueContents(version: 1, folders: [], assets: [AssetSummary(asset, revision: 1)]))
        let listed = SmartAlbum.allCases.filter { snapshot.collection(.smartAlbum($0))?.assetCount == 1 }
        #expect(Set(listed) == expected)
    }

    @Test func aNewNameAloneTakesNothingAwayThatTheFileSays() {
        var asset = asset(Case("Screenshot_1.png", []))
        #expect(asset.mediaSubtypes == .screenshot)
        asset.resources[0].filename = FileName("holiday.png")
        asset.settleSubtypes()
        #expect(asset.mediaSubtypes == [])
        asset.decodedSubtypes = .screenshot
        asset.settleSubtypes()
        #expect(asset.mediaSubtypes == .screenshot)
    }

    private func asset(_ sample: Case) -> Asset {
        let time = Timestamp(nanoseconds: 0)
        let resource = Resource(
            id: ResourceID(rawValue: 1), kind: .photo, folderID: FolderID(rawValue: 1), filename: FileName(sample.name),
            stamp: FileStamp(device: 1, inode: 1, size: 1, modified: time, changed: time))
        var asset = Asset(id: AssetID(rawValue: 1), mediaType: sample.type, addedDate: time, resource: resource)
        sample.change(&asset)
        asset.settleSubtypes()
        return asset
    }
}
