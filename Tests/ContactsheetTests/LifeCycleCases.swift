import Foundation
import Glibc
import Platform
import TestSupport
import Testing

/// Starts, restarts and ends, as they come and as they should.
@Suite(.endToEnd) struct LifeCycleCases {
    let photos: TemporaryDirectory
    let data: TemporaryDirectory

    init() throws {
        photos = try TemporaryDirectory()
        data = try TemporaryDirectory()
    }

    /// What two libraries of the same folders have in common, by path.
    private struct Facts: Hashable {
        let filename: String
        let state: String
        let pixels: [Int?]
        let creationDate: String?
        let modificationDate: String
        let contentTypes: [String?]

        init(_ asset: AssetJSON) {
            filename = asset.filename
            state = asset.state
            pixels = asset.pixels
            creationDate = asset.creationDate
            modificationDate = asset.modificationDate
            contentTypes = asset.resources.map(\.contentType)
        }
    }

    private func fill(_ count: Int) throws {
        for number in 0..<count {
            let isBroken = number % 50 == 7
            let bytes = isBroken ? Array("broken \(number)".utf8) : try Samples.picture(number)
            try photos.write(bytes, to: FileName("\(number / 100)/\(number % 7)/\(number).jpg"))
        }
    }

    @Test func `kill -9 at any moment of indexing loses no acknowledged asset and changes nothing in the end`() throws {
        try fill(2_500)
        let undisturbed = try ServerUnderTest(photos, data: try TemporaryDirectory())
        try undisturbed.waitUntilIdle()
        let wanted = Set(try undisturbed.assets(limit: 1000).map { Facts($0) })
        #expect(wanted.count == 2_500)
        try undisturbed.terminate()

        var acknowledged: [String: AssetJSON] = [:]
        // How many files have been listed, then how many are left to be read, when the process is killed.
        let moments: [(listed: Int, left: Int)] = [
            (0, .max), (1, .max), (900, .max), (2_500, 2_300), (2_500, 1_200), (2_500, 1),
        ]
        for moment in moments {
            let server = try ServerUnderTest(photos, data: data)
            try server.poll("/health", "\(moment)") { response in
                let health = try JSONDecoder().decode(HealthJSON.self, from: Data(response.body))
                let isOver = health.index.state == "idle" && health.index.listedCount == 2_500
                return isOver || health.index.listedCount >= moment.listed && health.index.pendingCount <= moment.left
            }
            for asset in try server.assets(limit: 1000) {
                if let known = acknowledged[asset.filename] { #expect(known.id == asset.id) }
                acknowledged[asset.filename] = asset
            }
            kill(server.program.id, SIGKILL)
            #expect(try server.program.waitForEnd() == .signal(SIGKILL))
        }

        let server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        let assets = try server.assets(limit: 1000)
        #expect(assets.count == 2_500)
        #expect(Set(assets.map { Facts($0) }) == wanted)
        let byName = try server.assetsByName()
        for (name, asset) in acknowledged {
            let now = byName[name]
            #expect(now?.id == asset.id, "\(name)")
            // What was read stays read.
            if asset.state != "pending" { #expect(now == asset, "\(name)") }
        }
        #expect(!server.program.errorOutput.contains("damaged"))
        #expect(try server.terminate() == .exit(0))
    }

    @Test func `a restart keeps the ids and reads nothing again`() throws {
        try fill(300)
        let first = try ServerUnderTest(photos, data: data)
        try first.waitUntilIdle()
        let before = try first.assets()
        let version = try first.health().version
        #expect(try first.terminate() == .exit(0))
        let second = try ServerUnderTest(photos, data: data)
        try second.waitUntilIdle()
        #expect(try second.assets() == before)
        // A file that is read anew is committed, and each commit is a version.
        #expect(try second.health().version == version)
        try second.rescan()
        #expect(try second.health().version == version)
    }

    @Test func `files and folders moved while the server is off keep their ids`() throws {
        try fill(120)
        try photos.write(Samples.picture(1000), to: "single.jpg")
        try photos.write(Samples.picture(1001), to: "edited.jpg")
        let first = try ServerUnderTest(photos, data: data)
        try first.waitUntilIdle()
        let before = try first.assetsByName()
        let folders = try first.json("/collections", as: CollectionsJSON.self).folders
        #expect(try first.terminate() == .exit(0))

        try photos.makeDirectories("new/below")
        try photos.move("single.jpg", to: "new/below/renamed.jpg")
        try photos.move("0", to: "new/zero")
        // Saved as most programs do: a new file under another name, renamed over the old one.
        try photos.write(Samples.picture(1002), to: "edited.tmp")
        try photos.move("edited.tmp", to: "edited.jpg")
        try photos.move("1/3", to: "new/three")

        let second = try ServerUnderTest(photos, data: data)
        try second.waitUntilIdle()
        let after = try second.assetsByName()
        #expect(after.count == before.count)
        for (name, asset) in before where name != "single.jpg" { #expect(after[name]?.id == asset.id, "\(name)") }
        #expect(after["renamed.jpg"]?.id == before["single.jpg"]?.id)
        #expect(after["renamed.jpg"]?.addedDate == before["single.jpg"]?.addedDate)
        #expect(try second.get(try #require(after["edited.jpg"]).originalURL).body == Samples.picture(1002))
        let now = try second.json("/collections", as: CollectionsJSON.self).folders
        let zero = try #require(
            folders.first { $0.title == "0" && $0.parentID == folders.first { $0.parentID == nil }?.id })
        #expect(now.first { $0.title == "zero" }?.id == zero.id)
    }

    @Test func `nothing is ever written into the photo folders`() throws {
        try fill(60)
        try photos.add(Samples.names("broken") + Samples.names("video") + ["images/anim3.gif"])
        let before = try FileTree(photos.name)
        let server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        for asset in try server.assets() {
            _ = try server.get(asset.thumbnailURL)
            _ = try server.get(asset.originalURL)
        }
        try server.rescan()
        for target in ["/collections", "/metrics", "/health", "/openapi.yaml"] {
            #expect(try server.get(target).status == 200, "\(target)")
        }
        for method in ["PUT", "DELETE", "PATCH", "POST"] {
            let response = try server.get("/assets/x/original", method: method)
            #expect([404, 405].contains(response.status), "\(method)")
        }
        #expect(try server.terminate() == .exit(0))
        #expect(try FileTree(photos.name) == before)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal ends the server with 0, and a download under way is finished`(_ signal: CInt) throws {
        let large = try Samples.picture() + [UInt8](repeating: 7, count: 24 << 20)
        try photos.write(large, to: "large.jpg")
        let server = try ServerUnderTest(photos, data: data, options: ["--shutdown-time", "30"])
        try server.waitUntilIdle()
        let asset = try #require(try server.assets().first)
        let client = try server.connect(receiveBuffer: 64 << 10)
        try client.send("GET \(asset.originalURL) HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.receive(toHEAD: true).status == 200)
        server.program.send(signal)
        _ = try server.program.waitForLine("the line that says so") { $0.contains("\"ending\"") ? true : nil }
        // Whole, and then the end at once.
        let start = ContinuousClock.now
        #expect(try client.receiveAll().count == large.count)
        #expect(try server.program.waitForEnd() == .exit(0))
        #expect(.now - start < .seconds(20))
        #expect(throws: (any Error).self) { try server.connect() }
    }

    @Test func `a client that does not read holds up the end no longer than the deadline`() throws {
        try photos.write(Samples.picture() + [UInt8](repeating: 7, count: 24 << 20), to: "large.jpg")
        let server = try ServerUnderTest(photos, data: data, options: ["--shutdown-time", "1"])
        try server.waitUntilIdle()
        let asset = try #require(try server.assets().first)
        let client = try server.connect(receiveBuffer: 16 << 10)
        try client.send("GET \(asset.originalURL) HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.receive(toHEAD: true).status == 200)
        let start = ContinuousClock.now
        #expect(try server.terminate() == .exit(0))
        #expect(.now - start < .seconds(15))
    }

    @Test func `a signal while files are read ends the server with 0, and the next one goes on`() throws {
        try fill(2_000)
        let first = try ServerUnderTest(photos, data: data)
        try first.poll("/health", "something listed") { response in
            try JSONDecoder().decode(HealthJSON.self, from: Data(response.body)).index.listedCount > 0
        }
        #expect(try first.terminate() == .exit(0))
        let second = try ServerUnderTest(photos, data: data)
        try second.waitUntilIdle()
        let assets = try second.assets(limit: 1000)
        #expect(assets.count == 2_000)
        #expect(assets.allSatisfy { $0.state != "pending" })
    }

    @Test func `a damaged catalogue is set aside and built anew`() throws {
        try fill(50)
        let first = try ServerUnderTest(photos, data: data)
        try first.waitUntilIdle()
        let before = try first.assets()
        #expect(try first.terminate() == .exit(0))
        try data.write(Array("no database at all, ".utf8) + [UInt8](repeating: 0, count: 5_000), to: "catalogue.sqlite")
        let second = try ServerUnderTest(photos, data: data)
        try second.waitUntilIdle()
        #expect(try second.assets().map(\.filename).sorted() == before.map(\.filename).sorted())
        #expect(second.program.errorOutput.contains("set aside"))
        #expect(try Directory(at: data.name).names().contains { $0.description.contains("damaged") })
    }
}
