import Foundation
import Glibc
public import Platform

/// The real server, started as a program of its own on a free port; killed when the test lets go of it.
public final class ServerUnderTest: Sendable {
    /// How long anything may take on a slow machine that builds other things meanwhile.
    public static let patience = Duration.seconds(60)

    /// The process.
    public let program: RunningProgram
    /// Where it listens, on the loopback address.
    public let port: UInt16

    /// The program that the tests were built with.
    public static var binary: FileName {
        (ProcessFacts.executable ?? FileName("")).parent.appending(FileName("contactsheet"))
    }

    /// Starts the server and waits until it takes connections.
    /// - Parameters:
    ///   - folders: absolute paths of what it serves.
    ///   - data: absolute path of the data folder.
    ///   - options: further options of `serve`.
    ///   - wrapper: a program with its arguments that starts the server in another way, such as setpriv(1).
    public init(
        _ folders: [FileName], data: FileName, options: [String] = [], wrapper: [String] = []
    ) throws {
        var words = wrapper.map { FileName($0) } + [Self.binary]
        words +=
            ["serve", "--listen", "127.0.0.1:0", "--log-format", "json", "--lazy-thumbnails", "--data"].map {
                FileName($0)
            } + [data]
        words += options.map { FileName($0) } + [FileName("--")] + folders
        program = try RunningProgram(
            words[0], Array(words.dropFirst()), environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
        do {
            port = try program.waitForLine("the line that tells its address", within: Self.patience) {
                Self.port(in: $0)
            }
        } catch {
            program.stop()
            throw error
        }
    }

    /// Starts the server over one folder.
    public convenience init(
        _ folder: TemporaryDirectory, data: TemporaryDirectory, options: [String] = [], wrapper: [String] = []
    ) throws {
        try self.init([folder.name], data: data.name, options: options, wrapper: wrapper)
    }

    deinit { program.stop() }

    private static func port(in line: Substring) -> UInt16? {
        let fields = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        guard fields?["message"] as? String == "serving", let address = fields?["address"] as? String else {
            return nil
        }
        return address.split(separator: ":").last.flatMap { UInt16($0) }
    }

    /// Opens a connection.
    public func connect(receiveBuffer: Int? = nil) throws -> RawHTTPClient {
        try RawHTTPClient(
            port: port, timeout: Int(Self.patience.components.seconds), receiveBuffer: receiveBuffer)
    }

    /// Sends one request over a connection of its own.
    public func get(
        _ target: String, method: String = "GET", fields: [(String, String)] = []
    ) throws -> RawHTTPClient.Response {
        try connect().get(target, method: method, fields: fields)
    }

    /// Gets JSON, which must come with status 200.
    public func json<Value: Decodable>(_ target: String, as type: Value.Type = Value.self) throws -> Value {
        let response = try get(target)
        guard response.status == 200 else {
            throw Unexpected(target: target, status: response.status, text: response.text)
        }
        return try JSONDecoder().decode(type, from: Data(response.body))
    }

    /// A response that a test can't go on from.
    public struct Unexpected: Error {
        /// What was asked for.
        public let target: String
        /// The status that came.
        public let status: Int
        /// The content that came.
        public let text: String
    }

    /// Asks for what `target` gives until `isRight` likes it, over one connection.
    @discardableResult
    public func poll(
        _ target: String, within limit: Duration = ServerUnderTest.patience, _ what: String,
        until isRight: (RawHTTPClient.Response) throws -> Bool
    ) throws -> RawHTTPClient.Response {
        let deadline = ContinuousClock.now + limit
        let client = try connect()
        while true {
            let response = try client.get(target)
            if try isRight(response) { return response }
            guard ContinuousClock.now < deadline else {
                throw Unexpected(target: "\(what): \(target)", status: response.status, text: response.text)
            }
            // A question every 10 ms leaves the machine to the server.
            usleep(10_000)
        }
    }

    /// Waits until all folders were listed and all files read.
    public func waitUntilIdle() throws {
        try poll("/ready", "ready") { $0.status == 200 }
        try poll("/health", "idle") { response in
            try JSONDecoder().decode(Health.self, from: Data(response.body)).index.state == "idle"
        }
    }

    /// Has the folders compared with the library again, and waits until that is done.
    public func rescan() throws {
        let response = try get("/rescan", method: "POST")
        guard response.status == 202 else {
            throw Unexpected(target: "/rescan", status: response.status, text: response.text)
        }
        try waitUntilIdle()
    }

    private struct Health: Decodable {
        struct Index: Decodable { let state: String }
        let index: Index
    }

    /// Has it end by SIGTERM.
    @discardableResult
    public func terminate() throws -> RunningProgram.End {
        program.send(SIGTERM)
        return try program.waitForEnd(within: Self.patience)
    }
}
