import Foundation
import Glibc
import Platform
import TestSupport
import Testing

/// A file system of a few megabytes, mounted as long as a test holds it (mount(2), tmpfs(5)).
private final class TinyDisk: Sendable {
    private let place: TemporaryDirectory
    var path: String { place.path }

    init(megabytes: Int) throws {
        place = try TemporaryDirectory()
        try systemCall("mount", on: place.path) { mount("tmpfs", place.path, "tmpfs", 0, "size=\(megabytes)m") }
    }

    deinit { umount2(place.path, CInt(MNT_DETACH)) }

    /// Whether this process may mount at all.
    static let isAvailable = (try? TinyDisk(megabytes: 1)) != nil

    /// Leaves not a byte.
    func fill() {
        let file = open(path + "/ballast", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(file) }
        for size in [1 << 20, 4096, 1] {
            let chunk = [UInt8](repeating: 1, count: size)
            while write(file, chunk, size) > 0 {}
        }
    }

    /// Makes room again.
    func free() { unlink(path + "/ballast") }
}

/// A data folder whose disk is full.
@Suite(.endToEnd, .enabled(if: TinyDisk.isAvailable, "a full disk needs the right to mount one"))
struct StorageCases {
    let photos: TemporaryDirectory
    private let disk: TinyDisk

    init() throws {
        photos = try TemporaryDirectory()
        disk = try TinyDisk(megabytes: 16)
    }

    @Test func `a full disk stops no reading, is told, and heals`() throws {
        for number in 0..<200 { try photos.write(Samples.picture(number), to: "\(number).jpg") }
        let server = try ServerUnderTest([photos.name], data: FileName(disk.path))
        try server.waitUntilIdle()
        let assets = try server.assets()
        #expect(assets.count == 200)
        #expect(try server.health().status == "ok")

        disk.fill()
        for number in 200..<400 { try photos.write(Samples.picture(number), to: "\(number).jpg") }
        try server.poll("/health", "a data folder that can't be written") {
            try !JSONDecoder().decode(HealthJSON.self, from: Data($0.body)).storage.isWritable
        }
        let health = try server.health()
        #expect(health.status == "degraded")
        #expect(server.program.errorOutput.contains("full"))
        // What asks for a write is told why not.
        let refused = try server.get("/rescan", method: "POST")
        #expect([503, 507].contains(refused.status), "\(refused.status)")
        #expect(try ServerUnderTest.problem(refused).detail?.contains("full") == true)
        // Reading goes on: lists, originals, and thumbnails too, though they can't be kept.
        #expect(try server.assets().count >= 200)
        for asset in assets.prefix(20) {
            #expect(try server.get(asset.originalURL).status == 200)
            let thumbnail = try server.get(asset.thumbnailURL)
            #expect([200, 503, 507].contains(thumbnail.status), "\(thumbnail.status)")
        }
        #expect(try server.get("/ready").status == 200)

        disk.free()
        try server.waitUntilIdle()
        let healed = try server.assetsByName()
        #expect(healed.count == 400)
        #expect(healed.values.allSatisfy { $0.state == "ready" })
        for asset in assets { #expect(healed[asset.filename]?.id == asset.id) }
        #expect(try server.health().status == "ok")
        #expect(try server.get("/rescan", method: "POST").status == 202)
        #expect(try server.terminate() == .exit(0))
    }

    @Test func `a server that starts on a full disk serves what it knows`() throws {
        for number in 0..<50 { try photos.write(Samples.picture(number), to: "\(number).jpg") }
        let first = try ServerUnderTest([photos.name], data: FileName(disk.path))
        try first.waitUntilIdle()
        let before = try first.assets()
        #expect(try first.terminate() == .exit(0))
        disk.fill()
        let second = try ServerUnderTest([photos.name], data: FileName(disk.path))
        #expect(try second.assets() == before)
        #expect(try second.get(before[0].originalURL).status == 200)
        #expect(try second.get(before[0].thumbnailURL).status == 200)
        try photos.write(Samples.picture(99), to: "99.jpg")
        _ = try second.get("/rescan", method: "POST")
        disk.free()
        try second.poll("/assets?limit=1", "the new picture") {
            try JSONDecoder().decode(PageJSON.self, from: Data($0.body)).total == 51
        }
        #expect(try second.terminate() == .exit(0))
    }

    @Test func `a full disk does not hold up the end`() throws {
        for number in 0..<20 { try photos.write(Samples.picture(number), to: "\(number).jpg") }
        let server = try ServerUnderTest([photos.name], data: FileName(disk.path))
        try server.waitUntilIdle()
        disk.fill()
        for number in 20..<1000 { try photos.write(Samples.picture(number), to: "\(number).jpg") }
        try server.poll("/health", "a data folder that can't be written") {
            try !JSONDecoder().decode(HealthJSON.self, from: Data($0.body)).storage.isWritable
        }
        #expect(try server.terminate() == .exit(0))
    }
}
