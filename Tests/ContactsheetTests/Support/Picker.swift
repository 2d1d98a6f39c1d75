import Foundation
import TestSupport

/// A client that picks in one selection, over a connection of its own.
struct Picker {
    /// What the tests read of a selection and of the answer to a step.
    struct State: Decodable {
        let id: String
        let version: Int
        let state: String
        let count: Int
        let goneCount: Int
    }

    struct Item: Decodable {
        let id: String
        let number: Int?
        let isGone: Bool
    }

    private struct Page: Decodable { let items: [Item] }

    let id: String
    private let client: RawHTTPClient

    /// Starts a selection.
    init(_ server: ServerUnderTest, creating rules: String) throws {
        client = try server.connect()
        let response = try Self.post(client, "/selections", rules)
        id = try JSONDecoder().decode(State.self, from: Data(response.body)).id
    }

    /// Picks in a selection that is there.
    init(_ server: ServerUnderTest, id: String) throws {
        client = try server.connect()
        self.id = id
    }

    private static func post(_ client: RawHTTPClient, _ target: String, _ json: String) throws -> RawHTTPClient.Response
    {
        try client.send(
            "POST \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(json.utf8.count)\r\n\r\n\(json)")
        return try client.receive()
    }

    /// Does something with assets, such as `add`; gives the status.
    @discardableResult
    func act(_ action: String, _ assets: [String]) throws -> Int {
        let ids = assets.map { "\"\($0)\"" }.joined(separator: ",")
        return try Self.post(
            client, "/selections/\(id)/items", #"{"actions":[{"action":"\#(action)","assets":[\#(ids)]}]}"#
        ).status
    }

    /// Ends the selection; gives the status.
    func end(_ how: String) throws -> Int { try client.get("/selections/\(id)/\(how)", method: "POST").status }

    /// How the selection is.
    func state() throws -> State {
        try JSONDecoder().decode(State.self, from: Data(try client.get("/selections/\(id)").body))
    }

    /// All items, up to 1,000.
    func items() throws -> [Item] {
        let response = try client.get("/selections/\(id)/items?limit=1000")
        return try JSONDecoder().decode(Page.self, from: Data(response.body)).items
    }
}
