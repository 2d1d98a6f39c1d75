/// Content that is made while it is sent, and whose length nobody knows beforehand.
///
/// It goes out in the chunked coding, or to a client of HTTP/1.0 up to the connection's end; it is neither compressed
/// nor cut into ranges. An answer to HEAD does not start its producer.
public struct HTTPBodyStream: Sendable {
    /// Writes the content, piece by piece, as a task of its own.
    ///
    /// The task is cancelled when the client leaves and when the server shuts down. Returning ends the content;
    /// throwing ends the connection, by which the client knows that the content is not whole.
    public typealias Producer = @Sendable (borrowing HTTPBodyWriter) async throws -> Void

    /// Writes the content.
    public let producer: Producer

    /// Makes a stream of what `producer` writes.
    public init(_ producer: @escaping Producer) { self.producer = producer }
}
