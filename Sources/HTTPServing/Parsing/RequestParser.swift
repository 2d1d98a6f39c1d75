import Platform

/// Turns a connection's bytes into requests, strictly: what two readers could understand differently is refused.
///
/// It keeps no bytes of a head: what it has not consumed must be given again, with more behind it. It remembers how far
/// it has looked, so that a head that comes byte by byte is not searched again and again.
struct RequestParser: Sendable {
    /// What has been read.
    enum Event: Sendable {
        /// A head. Where it has content, `acceptContent(limit:)` must be called before reading on.
        case head(RequestHead)
        /// All of the content that the last head announced.
        case content([UInt8])
    }

    private enum State: Sendable {
        case head(HeadScanner)
        case undecided(RequestFraming)
        case length(remaining: Int)
        case chunked(ChunkedDecoder)
    }

    private let limits: ParserLimits
    private var state = State.head(HeadScanner())
    private var content: [UInt8] = []

    /// Makes a parser that waits for a request's first byte.
    init(limits: ParserLimits) { self.limits = limits }

    /// Reads on.
    /// - Parameters:
    ///   - bytes: the bytes that were not consumed yet.
    ///   - consumed: is moved on by what has been read.
    /// - Returns: nil where more bytes are needed.
    /// - Throws: the answer, after which nothing more can be read from this connection.
    mutating func next(_ bytes: Span<UInt8>, consumed: inout Int) throws(HTTPProblem) -> Event? {
        switch state {
        case .head(var scanner):
            guard let end = try scanner.scan(bytes, from: &consumed, limits) else {
                state = .head(scanner)
                return nil
            }
            let head = try HeadParser.parse(bytes, consumed..<end, lines: scanner.lines)
            consumed = end
            state = head.hasContent ? .undecided(head.framing) : .head(HeadScanner())
            return .head(head)
        case .undecided: preconditionFailure("nobody said whether the content is wanted")
        case .length(let remaining):
            let part = consumed..<min(bytes.count, consumed + remaining)
            content.append(bytes, part)
            consumed = part.upperBound
            state = .length(remaining: remaining - part.count)
            return part.count == remaining ? finish() : nil
        case .chunked(var decoder):
            let isComplete = try decoder.decode(bytes, &consumed, into: &content, limits)
            state = .chunked(decoder)
            return isComplete ? finish() : nil
        }
    }

    /// Says that the content of the last head shall be read.
    /// - Parameter limit: chunked content that turns out longer is refused with 413; a Content-Length is to be checked
    ///   before.
    mutating func acceptContent(limit: Int) {
        guard case .undecided(let framing) = state else { preconditionFailure("no content is announced") }
        switch framing {
        case .none: break
        case .length(let length): state = .length(remaining: length)
        case .chunked: state = .chunked(ChunkedDecoder(limit: limit))
        }
    }

    private mutating func finish() -> Event {
        state = .head(HeadScanner())
        defer { content = [] }
        return .content(content)
    }
}

extension [UInt8] {
    /// Adds a part of `bytes`.
    mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        bytes.extracting(range).withUnsafeBufferPointer { append(contentsOf: $0) }
    }
}
