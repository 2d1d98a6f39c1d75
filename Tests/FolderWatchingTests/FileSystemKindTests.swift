import FolderWatching
import Platform
import TestSupport
import Testing

struct FileSystemKindTests {
    @Test(arguments: [
        (UInt64(0xEF53), "ext4", true), (0x9123_683E, "btrfs", true), (0x6969, "nfs", false),
        (0xFF53_4D42, "cifs", false), (0x6573_5546, "fuse", false), (0x1234, "0x1234", true),
    ])
    func isKnownByNumber(magic: UInt64, name: String, supportsInotify: Bool) {
        let kind = FileSystemKind(magic: magic)
        #expect(kind.name == name)
        #expect(kind.supportsInotify == supportsInotify)
    }

    @Test func realOneHasSpace() throws {
        let directory = try TemporaryDirectory()
        let status = try FileSystemStatus(at: directory.name)
        #expect(status.totalBytes > 0)
        #expect((0...status.totalBytes).contains(status.availableBytes))
        #expect(throws: SystemError.self) { try FileSystemStatus(at: FileName(directory.path("missing"))) }
    }
}
