import Foundation
import Platform
import Synchronization
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
        (FileManager.default.subpaths(atPath: folder.path("thumbnails")) ?? []).filter { $0.utf8.count > 30 }
    }

    @Test func `what is written is read, by its own key only, after a restart too`() throws {
        let store = try ThumbnailStore(directory: directory, byteLimit: 1 << 20)
        try store.write(image(1), for: key("a"))
        #expect(store.read(key("a")) == image(1))
        #expect(store.read(key("a", 11)) == nil)
        #expect(store.read(key("b")) == nil)
        let again = try ThumbnailStore(directory: directory, byteLimit: 1 << 20)
        try again.start()
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
        try store.start()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("thumbnails/tmp")).isEmpty)
        #expect(store.size == 0)
    }

    @Test func `those not looked at the longest go when the limit is passed, also after a restart`() throws {
        let day = 24 * 3600
        let time = Mutex(1_000_000)
        func open() throws -> ThumbnailStore {
            try ThumbnailStore(directory: directory, byteLimit: 10_000) {
                Timestamp(nanoseconds: Int64(time.withLock { $0 }) * 1_000_000_000)
            }
        }
        var store = try open()
        for number in 0..<9 {
            try store.write(image(UInt8(number)), for: key("\(number)"))
            time.withLock { $0 += 60 }
        }
        // Looked at a day later, it is the newest.
        time.withLock { $0 += day }
        #expect(store.read(key("3")) != nil)
        store = try open()
        try store.start()
        time.withLock { $0 += 60 }
        try store.write(image(9), for: key("9"))
        #expect(store.size <= 10_000)
        #expect((0...9).filter { store.has(key("\($0)")) } == [2, 3, 4, 5, 6, 7, 8, 9])
        #expect((0...9).filter { store.read(key("\($0)")) != nil } == [2, 3, 4, 5, 6, 7, 8, 9])
        #expect(files.count == 8)
    }

    /// The index is missing, cut at any place, or says what is not so.
    @Test func `what is there is found whatever became of the index`() throws {
        let store = try ThumbnailStore(directory: directory, byteLimit: 1 << 20)
        for number in 0..<4 { try store.write(image(UInt8(number)), for: key("\(number)")) }
        let path = URL(fileURLWithPath: folder.path("thumbnails/index"))
        let whole = try Data(contentsOf: path)
        #expect(whole.count == 4 * 24)
        for content in (0..<whole.count).map({ whole.prefix($0) }) + [whole + Data(count: 100), Data(count: 1000)] {
            try content.write(to: path)
            let again = try ThumbnailStore(directory: directory, byteLimit: 1 << 20)
            try again.start()
            for number in 0..<4 { #expect(again.read(key("\(number)")) == image(UInt8(number))) }
            #expect(again.size == store.size)
        }
        try FileManager.default.removeItem(at: path)
        let again = try ThumbnailStore(directory: directory, byteLimit: 1 << 20)
        try again.start()
        #expect(again.size == store.size && (0..<4).allSatisfy { again.has(key("\($0)")) })
        // A file that was taken away is not there, whatever the index says.
        for file in files { try FileManager.default.removeItem(atPath: folder.path("thumbnails/" + file)) }
        #expect(again.read(key("0")) == nil && !again.has(key("0")))
    }

    @Test func `the index does not grow with every look`() throws {
        let index = ThumbnailIndex(in: try Directory(at: FileName(folder.path("."))), temporary: FileName("."))
        let digest = key("a").digest
        for look in 0..<250_000 { try index.put(digest, ThumbnailIndex.Entry(length: 7, lastLook: UInt32(look))) }
        let size = try #require(
            try FileManager.default.attributesOfItem(atPath: folder.path("index"))[.size] as? Int)
        #expect(size < 150_000 * 24)
        let again = ThumbnailIndex(in: try Directory(at: FileName(folder.path("."))), temporary: FileName("."))
        #expect(try again.load())
        #expect(again[digest] == ThumbnailIndex.Entry(length: 7, lastLook: 249_999) && again.byteCount == 7)
    }
}
