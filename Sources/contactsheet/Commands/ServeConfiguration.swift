import HTTPServing
import PhotoLibrary
import Platform

/// What `contactsheet serve` was asked to do, checked.
struct ServeConfiguration: Sendable {
    static let listen = Option(
        "listen", "ADDRESS:PORT", help: "Where to listen. Default 127.0.0.1:8080; port 0 takes a free one.")
    static let withoutToken = Option(
        "without-token",
        help: "Ask for no token beyond this machine either, although everybody who can reach it sees every photo.")
    static let requireToken = Option("require-token", help: "Ask for a token on this machine, too.")
    static let corsOrigin = Option(
        "cors-origin", "ORIGIN", repeats: true,
        help: "Let web pages of this origin read the answers, such as https://example.org; * stands for all.")
    static let uploads = Option(
        "uploads", "FOLDER",
        help: "Where pictures that clients send are put: one of the folders, or one in them. Without it none are taken."
    )
    static let allowPrivateCallbacks = Option(
        "allow-private-callbacks",
        help: "Tell addresses on this machine and its network, too, how selections ended. Without it nobody who makes "
            + "selections can have the server ask what only the server reaches.")
    static let thumbnailSpace = Option(
        "thumbnail-space", "BYTES", help: "How much disk the thumbnails may take. Default 10G.")
    static let lazyThumbnails = Option(
        "lazy-thumbnails", help: "Make thumbnails only when somebody asks for them, none in the background.")
    static let videoSpace = Option(
        "video-space", "BYTES", help: "How much disk videos made playable for browsers may take. Default 5G.")
    static let connections = Option("connections", "N", help: "How many connections may be open at once. Default 4096.")
    static let shutdownTime = Option(
        "shutdown-time", "SECONDS", help: "How long requests under way may take after SIGTERM. Default 10.")
    static let historyDays = Option(
        "history-days", "DAYS",
        help: "How long clients that were away can catch up on what changed, instead of starting afresh. Default 30.")
    static let historyLength = Option(
        "history-length", "N",
        help: "How many changes of assets and folders are kept for them at most. Default 1000000.")

    static let options =
        [listen, withoutToken, requireToken, corsOrigin, uploads, allowPrivateCallbacks] + CommonOptions.library
        + [thumbnailSpace, lazyThumbnails, videoSpace, connections, shutdownTime, historyDays, historyLength]

    let address: SocketAddress
    /// Whether who shows no token is refused.
    let isTokenRequired: Bool
    /// Which pages of other origins may read the answers; nil where none may.
    let corsPolicy: CORSPolicy?
    /// Whether addresses that only this machine or its network reaches are told how selections ended.
    let allowsPrivateCallbacks: Bool
    /// Where clients' pictures are put; nil where they are not taken.
    let uploads: FileName?
    let thumbnailByteLimit: Int64
    /// Whether thumbnails are made only when somebody asks for them.
    let hasLazyThumbnails: Bool
    let videoByteLimit: Int64
    let connectionLimit: Int
    let shutdownTime: Duration
    let history: HistoryLimits

    init(_ arguments: Arguments, serving folders: [FileName]) throws(UsageError) {
        address = try Self.address(arguments.value(Self.listen))
        let (isWithout, isRequired) = (try arguments.isOn(Self.withoutToken), try arguments.isOn(Self.requireToken))
        guard !isWithout || !isRequired else {
            throw UsageError(
                description: "\(Self.withoutToken.flag) and \(Self.requireToken.flag) exclude each other")
        }
        isTokenRequired = isRequired || !address.isLoopback && !isWithout
        let origins = try arguments.all(Self.corsOrigin).map { value throws(UsageError) in
            guard value.text == "*" || value.text.wholeMatch(of: /https?:\/\/[A-Za-z0-9.\-\[\]:]+/) != nil else {
                throw value.refused("must be an origin such as https://example.org, or *")
            }
            return value.text
        }
        corsPolicy = origins.isEmpty ? nil : CORSPolicy(origins: origins.contains("*") ? .any : .only(origins))
        allowsPrivateCallbacks = try arguments.isOn(Self.allowPrivateCallbacks)
        uploads = try arguments.value(Self.uploads).map { value throws(UsageError) in
            try CommonOptions.folder(value, within: folders)
        }
        thumbnailByteLimit = Int64(try arguments.byteCount(Self.thumbnailSpace, default: 10 << 30))
        hasLazyThumbnails = try arguments.isOn(Self.lazyThumbnails)
        videoByteLimit = Int64(try arguments.byteCount(Self.videoSpace, default: 5 << 30))
        connectionLimit = try arguments.number(Self.connections, in: 1...1_000_000, default: 4096)
        shutdownTime = .seconds(try arguments.number(Self.shutdownTime, in: 0...3600, default: 10))
        history = HistoryLimits(
            days: try arguments.number(Self.historyDays, in: 0...36_500, default: 30),
            length: try arguments.number(
                Self.historyLength, in: 0...100_000_000, default: LoggedCommit.retainedThings))
    }

    private static func address(_ value: Arguments.Value?) throws(UsageError) -> SocketAddress {
        let text = value?.text ?? standardAddress
        let numeric = text.hasPrefix("localhost:") ? "127.0.0.1" + text.dropFirst("localhost".count) : text
        guard let address = SocketAddress(numeric) else {
            throw UsageError(
                description: "\(value?.origin ?? listen.flag): must be a numeric address with a port such as "
                    + "127.0.0.1:8080 or [::1]:8080, not '\(text)'")
        }
        return address
    }

    private static let standardAddress = "127.0.0.1:8080"
}
