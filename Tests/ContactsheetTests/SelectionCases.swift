import Foundation
import Glibc
import Platform
import TestSupport
import Testing

/// Selections while files change beneath, clients race, and the server dies.
@Suite(.endToEnd) struct SelectionCases {
    let photos: TemporaryDirectory
    let data: TemporaryDirectory

    init() throws {
        photos = try TemporaryDirectory()
        data = try TemporaryDirectory()
    }

    private func serve() throws -> ServerUnderTest {
        let server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        return server
    }

    private func fill(_ count: Int) throws {
        for number in 0..<count { try photos.write(try Samples.picture(number), to: FileName("\(number).jpg")) }
    }

    @Test func `a picked file that disappears frees its number, and comes back in its place`() throws {
        try fill(7)
        let server = try serve()
        let assets = try server.assetsByName()
        let ids = (0..<7).compactMap { assets["\($0).jpg"]?.id }
        let picker = try Picker(server, creating: #"{"maximum":6}"#)
        #expect(try picker.act("add", Array(ids[..<6])) == 200)
        try photos.remove("2.jpg")
        try server.poll("/selections/\(picker.id)", "gone") { $0.text.contains(#""goneCount":1"#) }
        #expect(try picker.items().map(\.number) == [1, 2, nil, 3, 4, 5])
        #expect(try picker.end("complete") == 409)
        #expect(try picker.act("add", [ids[6]]) == 200, "its place is free")
        #expect(try picker.act("remove", [ids[6]]) == 200)
        try photos.write(try Samples.picture(2), to: FileName("2.jpg"))
        try server.poll("/selections/\(picker.id)", "back") { $0.text.contains(#""goneCount":0"#) }
        #expect(try picker.items().map(\.id) == Array(ids[..<6]))
        #expect(try picker.items().map(\.number) == [1, 2, 3, 4, 5, 6])
        #expect(try picker.end("complete") == 200)
    }

    @Test func `a picked file that is renamed or saved anew stays picked in its place`() throws {
        try fill(3)
        let server = try serve()
        let assets = try server.assetsByName()
        let ids = (0..<3).compactMap { assets["\($0).jpg"]?.id }
        let picker = try Picker(server, creating: "{}")
        #expect(try picker.act("add", ids) == 200)
        try photos.makeDirectories("deep")
        try photos.move("0.jpg", to: "deep/renamed.jpg")
        try photos.write(try Samples.picture(77), to: FileName("1.jpg.part"))
        try photos.move("1.jpg.part", to: "1.jpg")
        try server.poll("/assets?settle=5s", "renamed") { $0.text.contains("renamed.jpg") }
        #expect(try picker.items().map(\.id) == ids && picker.items().map(\.number) == [1, 2, 3])
        #expect(try picker.state().goneCount == 0)
    }

    @Test func `numbers are dense in order of choice, though names are alike, also after a restart`() throws {
        for folder in ["a", "b"] {
            for number in 0..<4 {
                let content = try Samples.picture(number + (folder == "a" ? 0 : 10))
                try photos.write(content, to: FileName("\(folder)/\(number).jpg"))
            }
        }
        let ids: [String]
        let picker: Picker
        do {
            let server = try serve()
            ids = try server.assets().map(\.id)
            picker = try Picker(server, creating: "{}")
            #expect(try picker.act("add", Array(ids[..<6])) == 200)
            #expect(try picker.act("remove", [ids[0], ids[3]]) == 200)
            #expect(try picker.act("add", [ids[7]]) == 200)
            #expect(try picker.items().map(\.id) == [1, 2, 4, 5, 7].map { ids[$0] })
            #expect(try picker.act("remove", ids) == 200)
            #expect(try picker.act("add", [ids[5], ids[1], ids[3]]) == 200)
            try server.terminate()
        }
        let server = try serve()
        let items = try Picker(server, id: picker.id).items()
        #expect(items.map(\.id) == [ids[5], ids[1], ids[3]] && items.map(\.number) == [1, 2, 3])
        try server.terminate()
    }

    @Test(arguments: [(2, 200), (50, 8)])
    func `of clients who race for the last place one gets it`(_ clients: Int, _ rounds: Int) async throws {
        try fill(8 + clients)
        let server = try serve()
        let ids = try server.assets().map(\.id)
        let first = try Picker(server, creating: "{}")
        #expect(try first.act("add", Array(ids[..<8])) == 200)
        let selection = first.id
        for _ in 0..<rounds {
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for id in ids[8...] {
                    group.addTask { try Picker(server, id: selection).act("add", [id]) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200] + Array(repeating: 409, count: clients - 1))
            #expect(try first.state().count == 9)
            #expect(try first.act("remove", Array(ids[8...])) == 200)
        }
    }

    @Test func `kill -9 right after each of 100 acknowledgements loses none of them`() throws {
        try fill(100)
        var ids: [String] = []
        var selection = ""
        for round in 0...100 {
            let server = try ServerUnderTest(photos, data: data)
            if round == 0 {
                try server.waitUntilIdle()
                ids = try server.assets(limit: 1000).map(\.id)
                selection = try Picker(server, creating: #"{"maximum":0}"#).id
            }
            let picker = try Picker(server, id: selection)
            #expect(try picker.items().map(\.id) == Array(ids[..<round]))
            if round < 100 { #expect(try picker.act("add", [ids[round]]) == 200) }
            kill(server.program.id, SIGKILL)
            #expect(try server.program.waitForEnd() == .signal(SIGKILL))
        }
    }
}
