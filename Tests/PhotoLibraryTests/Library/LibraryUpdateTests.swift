import PhotoLibrary
import Platform
import TestSupport
import Testing

struct LibraryUpdateTests {
    @Test func noChangeOfAnAssetIsLost() async throws {
        let data = try TemporaryDirectory()
        let library = try await Library.open(try await SQLiteCatalogue.open(in: data.name, program: "test"))
        let folder = Folder(id: library.identifiers.next(), parentID: nil, name: FileName("/r"), device: 1, inode: 2)
        let stamp = FileStamp(
            device: 1, inode: 3, size: 4, modified: Timestamp(seconds: 5), changed: Timestamp(seconds: 6))
        let asset = Asset(
            id: library.identifiers.next(), mediaType: .image, addedDate: Timestamp(seconds: 7),
            resource: Resource(
                id: library.identifiers.next(), kind: .photo, folderID: folder.id, filename: FileName("a.jpg"),
                stamp: stamp))
        try await library.commit([.putFolder(folder), .putAsset(asset)])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    try await library.update([asset.id, AssetID(rawValue: 1)]) { assets in
                        guard assets.count == 1, var asset = assets[asset.id] else { return [] }
                        asset.keywords.append("\(number)")
                        return [.putAsset(asset)]
                    }
                }
            }
            try await group.waitForAll()
        }
        let updated = try #require(try await library.assets([asset.id]).first)
        #expect(Set(updated.keywords) == Set((0..<40).map { "\($0)" }))
        #expect(library.snapshot.version == 41)
    }
}
