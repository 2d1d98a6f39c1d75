import Foundation
import HTTPServing
import PhotoLibrary
import Platform
import Synchronization
import TestSupport
import Testing

@testable import PickerAPI

@Suite struct SelectionArchiveTests {
    private typealias Routes = SelectionRoutesTests

    /// The whole content of a stream.
    private static func content(of response: HTTPResponse) async throws -> [UInt8] {
        guard case .stream(let stream) = response.body else { return response.bytes }
        let content = Mutex<[UInt8]>([])
        let isWhole = Mutex(true)
        try await stream.producer(
            HTTPBodyWriter { piece in
                guard case .bytes(let bytes) = piece else {
                    isWhole.withLock { $0 = false }
                    return false
                }
                content.withLock { $0 += bytes }
                return true
            })
        let allWereBytes = isWhole.withLock { $0 }
        #expect(allWereBytes)
        return content.withLock { $0 }
    }

    /// What a program prints that is to succeed.
    private static func output(of program: String, _ arguments: [String]) async throws -> String {
        try await offPool {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = arguments
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let bytes = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0, "\(program)")
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private static func completed(_ api: TestAPI, _ assets: [Asset]) async throws -> String {
        let id = try await Routes.make(api)
        let added = try await Routes.send(api, .post, "/selections/\(id)/items", Routes.add(assets.map(\.id)))
        #expect(added.status == .ok)
        #expect(try await Routes.send(api, .post, "/selections/\(id)/complete").status == .ok)
        return id
    }

    @Test func everyProgramOpensIt() async throws {
        let api = try await TestAPI()
        // Longer than a piece, and than two, and empty.
        let long = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let last = try await api.add(FileName("z.jpg"), content: Array("last by name".utf8))
        let assets = [
            last, try await api.add(FileName("long.jpg"), content: long),
            try await api.add(FileName("empty.jpg"), content: []),
            try await api.add(FileName("Größe 照片.jpg")),
            try await api.add(FileName(bytes: [0x66, 0xFC] + ".jpg".utf8)),
        ]
        let id = try await Self.completed(api, assets)
        let response = try await api.get("/selections/\(id)/archive.zip")
        #expect(response.status == .ok && response.fields["Content-Type"] == "application/zip")
        #expect(response.fields["Content-Disposition"] == "attachment; filename=\"selection-\(id).zip\"")
        let path = try api.directory.write(try await Self.content(of: response), to: "picked.zip")
        #expect(try await Self.output(of: "/usr/bin/unzip", ["-t", path]).contains("No errors detected"))
        #expect(try await Self.output(of: "/usr/bin/7z", ["t", path]).contains("Everything is Ok"))
        let script = """
            import sys, zipfile
            archive = zipfile.ZipFile(sys.argv[1])
            for entry in archive.infolist():
                print(ascii(entry.filename), len(archive.read(entry)), entry.compress_type)
            """
        #expect(
            try await Self.output(of: "/usr/bin/python3", ["-c", script, path]) == """
                'z.jpg' 12 0
                'long.jpg' 600000 0
                'empty.jpg' 0 0
                'Gr\\xf6\\xdfe \\u7167\\u7247.jpg' 7 0
                'f\\ufffd.jpg' 7 0

                """)
    }

    @Test func thereIsNoneBeforeItIsCompleted() async throws {
        let api = try await TestAPI()
        let id = try await Routes.make(api)
        let early = try await api.get("/selections/\(id)/archive.zip")
        #expect(early.status == 409)
        #expect(try TestAPI.object(early)["type"] as? String == "/problems/not-completed")
        #expect(try await api.json("/selections/\(id)")["archiveURL"] is NSNull)
        #expect(try await Routes.send(api, .post, "/selections/\(id)/complete").status == .ok)
        let url = try await api.json("/selections/\(id)")["archiveURL"] as? String
        #expect(url == "/selections/\(id)/archive.zip")
        #expect(try await api.get("/selections/01hv3k9q2mf7c/archive.zip").status == 404)
    }

    @Test func whatIsGoneIsLeftOutOnlyOnRequest() async throws {
        let api = try await TestAPI()
        let stays = try await api.add(FileName("stays.jpg"))
        let goes = try await api.add(FileName("goes.jpg"))
        let id = try await Self.completed(api, [goes, stays])
        try await api.library.commit([.removeAsset(goes.id)])
        let refused = try await api.get("/selections/\(id)/archive.zip")
        #expect(refused.status == 409)
        #expect(try TestAPI.object(refused)["type"] as? String == "/problems/items-gone")
        let without = try await api.get("/selections/\(id)/archive.zip?withoutGone=true")
        let path = try api.directory.write(try await Self.content(of: without), to: "picked.zip")
        let listed = try await Self.output(of: "/usr/bin/unzip", ["-Z1", path])
        #expect(listed == "stays.jpg\n")
    }

    @Test func aFileThatCannotBeReadEndsItBeforeItLooksWhole() async throws {
        let api = try await TestAPI()
        let first = try await api.add(FileName("first.jpg"))
        let second = try await api.add(FileName("second.jpg"))
        let id = try await Self.completed(api, [first, second])
        let response = try await api.get("/selections/\(id)/archive.zip")
        try FileManager.default.removeItem(atPath: api.directory.path("photos/second.jpg"))
        await #expect(throws: HTTPProblem.self) { try await Self.content(of: response) }
    }

    @Test func aClientThatLeavesEndsIt() async throws {
        let api = try await TestAPI()
        let id = try await Self.completed(api, [try await api.add(FileName("first.jpg"))])
        guard case .stream(let stream) = try await api.get("/selections/\(id)/archive.zip").body else {
            Issue.record("no stream")
            return
        }
        let count = Mutex(0)
        await #expect(throws: ConnectionClosed.self) {
            try await stream.producer(
                HTTPBodyWriter { _ in
                    count.withLock { $0 += 1 }
                    return false
                })
        }
        let pieceCount = count.withLock { $0 }
        #expect(pieceCount == 1)
    }
}
