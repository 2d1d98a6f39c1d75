import Foundation
import Platform
import TestSupport
import Testing

/// Tokens that the command line makes and revokes while a server runs.
@Suite(.endToEnd) struct TokenCases {
    let photos: TemporaryDirectory
    let data: TemporaryDirectory

    init() throws {
        photos = try TemporaryDirectory()
        data = try TemporaryDirectory()
    }

    /// What `contactsheet token` writes.
    private func token(_ words: String...) throws -> String {
        let words = ["token"] + words + ["--data"]
        let program = try RunningProgram(ServerUnderTest.binary, words.map { FileName($0) } + [data.name])
        #expect(try program.waitForEnd(within: ServerUnderTest.patience) == .exit(0))
        return program.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func idOfOnlyToken() throws -> String {
        try String(#require(try token("list").split(separator: " ").first))
    }

    @Test(arguments: [true, false])
    func `a token that is revoked while the server runs closes its WebSocket`(isInHeader: Bool) throws {
        let text = try token("create", "--name", "phone")
        let server = try ServerUnderTest(photos, data: data, options: ["--require-token"])
        #expect(try server.get("/assets").status == 401)
        #expect(try server.get("/assets", fields: [("Authorization", "Bearer \(text)")]).status == 200)
        let protocols = "contactsheet.changes.v1"
        let socket = try RawWebSocketClient(
            port: server.port, "/changes",
            fields: isInHeader
                ? [("Authorization", "Bearer \(text)")] : [("Sec-WebSocket-Protocol", "\(protocols), bearer.\(text)")])
        try socket.send(.ping([1]))
        var frame = try socket.receive()
        while frame != .pong([1]) { frame = try socket.receive() }
        _ = try token("revoke", try idOfOnlyToken())
        repeat { frame = try socket.receive() } while frame.opcode != 8
        #expect(frame.closeCode == 1008)
        #expect(try server.get("/assets", fields: [("Authorization", "Bearer \(text)")]).status == 401)
    }

    @Test func `a token that is made while the server runs opens it`() throws {
        let server = try ServerUnderTest(photos, data: data, options: ["--require-token"])
        let text = try token("create", "--name", "late", "--scope", "admin")
        var status = 401
        let deadline = ContinuousClock.now + ServerUnderTest.patience
        while status == 401, ContinuousClock.now < deadline {
            status = try server.get("/tokens", fields: [("Authorization", "Bearer \(text)")]).status
        }
        #expect(status == 200)
        #expect(try token("list").hasSuffix("late"))
    }
}
