import Platform

/// What `contactsheet serve` was asked to do, checked.
struct ServeConfiguration: Sendable {
    static let listen = Option("listen", "HOST:PORT", help: "Address to listen on. Default 127.0.0.1:8080; port 0 takes a free one.")
    static let withoutToken = Option(
        "without-token",
        help: "Allow an address beyond this machine, although everybody who can reach it sees every photo.")
    static let corsOrigin = Option(
        "cors-origin", "ORIGIN", repeats: true,
        help: "Let web pages of this origin read the answers, such as https://example.org; * stands for all.")
    static let thumbnailSpace = Option(
        "thumbnail-space", "BYTES", help: "How much disk the thumbnails may take. Default 10G.")
    static let connections = Option("connections", "N", help: "How many connections may be open at once. Default 4096.")
    static let shutdownTime = Option(
        "shutdown-time", "SECONDS", help: "How long requests under way may take after SIGTERM. Default 10.")

    static let options =
        [listen, withoutToken, corsOrigin] + CommonOptions.library + [thumbnailSpace, connections, shutdownTime]

    let host: String
    let port: UInt16
    let corsOrigins: [String]
    let thumbnailByteLimit: Int64
    let connectionLimit: Int
    let shutdownDeadline: Duration

    init(_ arguments: Arguments) throws(UsageError) {
        (host, port) = try Self.address(arguments.value(Self.listen))
        if !Self.isLoopback(host), try !arguments.isOn(Self.withoutToken) {
            throw UsageError(
                description: "\(Self.listen.flag): '\(host)' can be reached from other machines, where everybody would "
                    + "see every photo; say \(Self.withoutToken.flag) if that is meant")
        }
        corsOrigins = try arguments.all(Self.corsOrigin).map { value throws(UsageError) in
            guard value.text == "*" || value.text.wholeMatch(of: /https?:\/\/[A-Za-z0-9.\-\[\]:]+/) != nil else {
                throw value.refused("must be an origin such as https://example.org, or *")
            }
            return value.text
        }
        thumbnailByteLimit = Int64(try arguments.byteCount(Self.thumbnailSpace, default: 10 << 30))
        connectionLimit = try arguments.number(Self.connections, in: 1...1_000_000, default: 4096)
        shutdownDeadline = .seconds(try arguments.number(Self.shutdownTime, in: 0...3600, default: 10))
    }

    private static func address(_ value: Arguments.Value?) throws(UsageError) -> (host: String, port: UInt16) {
        guard let value else { return ("127.0.0.1", 8080) }
        guard let colon = value.text.lastIndex(of: ":"),
            let port = UInt16(value.text[value.text.index(after: colon)...]), colon != value.text.startIndex
        else { throw value.refused("must be HOST:PORT such as 127.0.0.1:8080 or [::1]:8080") }
        var host = String(value.text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        return (host, port)
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.wholeMatch(of: /127\.\d{1,3}\.\d{1,3}\.\d{1,3}/) != nil
    }
}
