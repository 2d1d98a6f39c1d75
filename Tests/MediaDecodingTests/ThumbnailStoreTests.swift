import Foundation
import Platform
import TestSupport
import Testing

@testable import MediaDecoding

struct ThumbnailStoreTests {
    private let folder: TemporaryDirectory
    private let directory: FileName

    init() throws {
        folder = try TemporaryDirectory()
        directory = FileName(folder.path("thumbnails"))
    }

    private func key(_ tag: String, _ width: Int = 10) -> ThumbnailKey {
        ThumbnailKey(contentTag: tag, request: RenderRequest(size: PixelSize(width: width, height: 10)))
    }

    private func image(_ byte: UInt8, count: Int = 1000) -> RenderedImage {
        RenderedImage(
            bytes: Array(repeating: byte, count: count), format: .jpeg, pixelSize: PixelSize(width: 10, height: 8))
    }

    /// Relative paths of the files that hold thumbnails.
    private var files: [String] {
        (FileManager.default.subpaths(atPath: folder.path("thumbnails")) ?? []).filter { $0.utf8.count > 10 }
    }

    @Test func `what is written is read, by its own key only, after a restart too`() throws {
        let store = try ThumbnailStore(directory: directory, byteLimit: 1 << 20)
        try store.write(image(1), for: key("a"))
        #expect(store.read(key("a")) == image(1))
        #expect(store.read(key("a", 11)) == nil)
        #expect(store.read(key("b")) == nil)
        let again = try ThumbnailStore(directory: directory, byteLimit: 1 << 20)
        again.start()
        #expect(again.read(key("a")) == image(1))
        #expect(again.size == store.size && store.size > 1000)
    }

    @Test func `a file that is not whole counts as missing and is written again`() throws {
        let store = try ThumbnailStore(directory: directory, byteLimit: 1 << 20)
        try store.write(image(1), for: key("a"))
        let path = try #require(files.first)
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.path("thumbnails/" + path)))
        var flipped = whole
        flipped[500] ^= 1
        for damaged in [Data(), whole.prefix(20), whole.dropLast(), whole + [0], flipped] {
            try damaged.write(to: URL(fileURLWithPath: folder.path("thumbnails/" + path)))
            #expect(store.read(key("a")) == nil)
        }
        try store.write(image(2), for: key("a"))
        #expect(store.read(key("a")) == image(2))
        #expect(files.count == 1)
    }

    @Test func `nothing is left of a write that was not finished`() throws {
        _ = try ThumbnailStore(directory: directory, byteLimit: 1 << 20)
        try folder.write([1, 2, 3], to: "thumbnails/tmp/7")
        let store = try ThumbnailStore(directory: directory, byteLimit: 1 << 20)
        store.start()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("thumbnails/tmp")).isEmpty)
        #expect(store.size == 0)
    }

    @Test func `those not looked at the longest go when the limit is passed`() throws {
        let store = try ThumbnailStore(directory: directory, byteLimit: 10_000)
        for number in 0..<9 { try store.write(image(UInt8(number)), for: key("\(number)")) }
        for path in files {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000)],
                ofItemAtPath: folder.path("thumbnails/" + path))
        }
        // Looked at: its time is now.
        #expect(store.read(key("3")) != nil)
        try store.write(image(9), for: key("9"))
        #expect(store.size <= 10_000)
        #expect(store.read(key("3")) != nil)
        #expect(store.read(key("9")) != nil)
        #expect(files.count < 10 && files.count >= 7)
    }
}
