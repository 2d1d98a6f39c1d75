import Platform
import Testing

@testable import PhotoLibrary

@Suite struct ContentTagTests {
    private func resource(size: Int64, modified: Int64, fingerprint: Fingerprint?) -> Resource {
        let stamp = FileStamp(
            device: 1, inode: 2, size: size, modified: Timestamp(seconds: modified), changed: Timestamp(seconds: 9))
        var resource = Resource(
            id: ResourceID(rawValue: 1), kind: .photo, folderID: FolderID(rawValue: 2), filename: FileName("a"),
            stamp: stamp)
        resource.fingerprint = fingerprint
        return resource
    }

    @Test func smallFilesGoByContentAlone() {
        let print = Fingerprint(high: 1, low: 2)
        let tag = resource(size: 131_072, modified: 1, fingerprint: print).contentTag
        #expect(resource(size: 131_072, modified: 2, fingerprint: print).contentTag == tag)
        #expect(resource(size: 131_072, modified: 1, fingerprint: Fingerprint(high: 2, low: 1)).contentTag != tag)
        #expect(tag.utf8.count == 13)
    }

    @Test func largeFilesGoByModificationToo() {
        let print = Fingerprint(high: 1, low: 2)
        #expect(
            resource(size: 131_073, modified: 1, fingerprint: print).contentTag
                != resource(size: 131_073, modified: 2, fingerprint: print).contentTag)
    }

    @Test func unreadFilesGoByStamp() {
        #expect(
            resource(size: 1, modified: 1, fingerprint: nil).contentTag
                != resource(size: 1, modified: 2, fingerprint: nil).contentTag)
        // The same in every run: thumbnails on disk are named by it.
        #expect(resource(size: 1, modified: 1, fingerprint: nil).contentTag == "12vat1v61la94")
    }
}
