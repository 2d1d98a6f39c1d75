import Foundation
import Glibc
import Platform
import TestSupport
import Testing

/// Files that are made to harm, or do so by chance.
@Suite(.endToEnd) struct HostileCases {
    let photos: TemporaryDirectory
    let data: TemporaryDirectory

    init() throws {
        photos = try TemporaryDirectory()
        data = try TemporaryDirectory()
    }

    @Test func `C44: bombs are refused or done, and nobody else waits for them`() async throws {
        try photos.add(Samples.names("bombs"))
        try photos.write(Samples.picture(), to: "good.jpg")
        let server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        let assets = try server.assets()
        let good = try #require(assets.first { $0.filename == "good.jpg" })
        #expect(try server.get(good.thumbnailURL).status == 200)
        let answers = try await withThrowingTaskGroup(of: (String, Int, Duration).self) { group in
            for asset in assets where asset.filename != "good.jpg" {
                group.addTask {
                    try await offPool {
                        let start = ContinuousClock.now
                        let status = try server.get(asset.thumbnailURL + "&w=64").status
                        return (asset.filename, status, .now - start)
                    }
                }
            }
            // Meanwhile others are served.
            for _ in 0..<20 {
                let start = ContinuousClock.now
                #expect(try server.get(good.thumbnailURL).status == 200)
                #expect(try server.get("/assets?limit=10").status == 200)
                #expect(.now - start < .seconds(20))
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == Samples.names("bombs").count)
        for (name, status, took) in answers {
            #expect([200, 422].contains(status), "\(name): \(status)")
            // The decoder's deadline is 20 s, and a file that met it is tried once more.
            #expect(took < .seconds(50), "\(name)")
        }
        #expect(server.residentByteCount < 200 << 20)
        for child in try server.children() { #expect(child.peakByteCount < 1600 << 20) }
        #expect(server.program.isRunning)
    }

    @Test func `C51: decoders that die cost nobody an answer, nor the server its process`() async throws {
        for number in 0..<60 { try photos.write(Samples.picture(number), to: "\(number).jpg") }
        let server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        let assets = try server.assets()
        let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
            for share in 0..<4 {
                group.addTask {
                    try await offPool {
                        let client = try server.connect()
                        return try assets.indices.filter { $0 % 4 == share }.map {
                            try client.get(assets[$0].thumbnailURL + "&w=\(50 + $0)").status
                        }
                    }
                }
            }
            for _ in 0..<5 {
                for child in try server.children() { kill(child.id, SIGKILL) }
                #expect(try server.get("/assets?limit=1").status == 200)
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(statuses.count == 60)
        // A picture whose decoder died twice is refused; nothing is answered with a fault of the server.
        #expect(statuses.allSatisfy { $0 == 200 || $0 == 422 }, "\(Set(statuses))")
        #expect(statuses.count { $0 == 200 } > 30)
        #expect(server.program.isRunning)
        #expect(try server.terminate() == .exit(0))
    }

    @Test(.enabled(if: Samples.thirdParty != nil, "CONTACTSHEET_SAMPLES names no folder of third-party samples"))
    func `C35, C42, C44, C51: real and hostile files of others end neither the server nor its patience`() throws {
        let samples = try #require(Samples.thirdParty)
        let server = try ServerUnderTest([FileName(samples.path)], data: data.name)
        try server.waitUntilIdle()
        let assets = try server.assets()
        #expect(!assets.isEmpty)
        let client = try server.connect()
        for asset in assets {
            let start = ContinuousClock.now
            let response = try client.get(asset.thumbnailURL + "&w=64")
            #expect([200, 422].contains(response.status), "\(asset.filename): \(response.status)")
            #expect(.now - start < .seconds(45), "\(asset.filename)")
            if response.status == 200 { #expect(try Pixels(response).width <= 64, "\(asset.filename)") }
            let original = try client.get(asset.originalURL, method: "HEAD")
            #expect(original.status == 200)
            #expect(original["content-type"]?.hasPrefix("text/html") == false)
        }
        #expect(try server.health().index.pendingCount == 0)
        #expect(server.residentByteCount < 300 << 20)
        #expect(try server.terminate() == .exit(0))
    }
}
