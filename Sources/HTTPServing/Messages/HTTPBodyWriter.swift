/// Takes the pieces of a stream. It lives as long as the producer's call.
public struct HTTPBodyWriter: ~Copyable, Sendable {
    let send: @Sendable (HTTPBody) async -> Bool

    /// Makes a writer, such as one for a test of a producer.
    /// - Parameter send: sends a piece, and tells whether the next one can follow.
    public init(_ send: @escaping @Sendable (HTTPBody) async -> Bool) { self.send = send }

    /// Sends a piece at once, and returns when the socket has taken all of it: a slow client slows its producer, and
    /// no more than one piece waits.
    public func write(_ bytes: [UInt8]) async throws(ConnectionClosed) { try await write(.bytes(bytes)) }

    /// Sends a piece at once, and returns when the socket has taken all of it. Streams are no pieces of streams.
    public func write(_ piece: HTTPBody) async throws(ConnectionClosed) {
        guard await send(piece) else { throw ConnectionClosed() }
    }
}
