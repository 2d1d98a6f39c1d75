/// What a server has done since its start.
public struct ServerMetrics: Sendable, Equatable {
    /// Connections that were taken.
    public var acceptedConnections = 0
    /// Connections that were refused since too many were open.
    public var refusedConnections = 0
    /// Spells in which no connections could be taken, for want of descriptors or memory.
    public var acceptPauses = 0
    /// Connections that are open now.
    public var openConnections = 0
    /// WebSockets that are open now.
    public var openWebSockets = 0
    /// Responses of unknown length that are being sent now.
    public var openStreams = 0
    /// Responses by the first digit of their status, 1 to 5, at that index.
    public var responsesByClass = [0, 0, 0, 0, 0, 0]
    /// Bytes of content that responses announced, or that streams and WebSockets sent.
    public var contentBytes = 0
    /// Number of responses whose duration was at most the bound at the same index in `durationBounds`, and above the
    /// one before; the last counts those above all bounds.
    public var durationCounts = [Int](repeating: 0, count: durationBounds.count + 1)
    /// Sum of the durations, from the last byte of a request's head to the handing over of its response.
    public var durationSum = Duration.zero

    /// Makes a count of nothing.
    public init() {}

    /// Upper bounds of the duration's classes.
    public static let durationBounds: [Duration] = [
        .milliseconds(1), .milliseconds(5), .milliseconds(10), .milliseconds(25), .milliseconds(50),
        .milliseconds(100), .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(5), .seconds(10),
    ]

    /// Adds what another loop has done.
    public mutating func add(_ other: ServerMetrics) {
        acceptedConnections += other.acceptedConnections
        refusedConnections += other.refusedConnections
        acceptPauses += other.acceptPauses
        openConnections += other.openConnections
        openWebSockets += other.openWebSockets
        openStreams += other.openStreams
        contentBytes += other.contentBytes
        durationSum += other.durationSum
        for index in responsesByClass.indices { responsesByClass[index] += other.responsesByClass[index] }
        for index in durationCounts.indices { durationCounts[index] += other.durationCounts[index] }
    }

    /// Counts one response.
    mutating func count(_ status: HTTPStatus, contentBytes bytes: Int, duration: Duration) {
        responsesByClass[status.code / 100] += 1
        contentBytes += bytes
        durationSum += duration
        durationCounts[Self.durationBounds.firstIndex { duration <= $0 } ?? Self.durationBounds.count] += 1
    }
}
