import Platform

/// Decodes the chunked transfer coding (RFC 9112 section 7.1). Extensions and trailers are dropped.
struct ChunkedDecoder: Sendable {
    private enum State: Sendable {
        case sizeLine
        case data(remaining: Int)
        case dataEnd
        case trailers(bytes: Int)
    }

    private let limit: Int
    private var state = State.sizeLine

    /// Makes a decoder that refuses more than `limit` bytes of content.
    init(limit: Int) { self.limit = limit }

    /// Reads on, adding what it decodes to `content`.
    /// - Returns: whether the last chunk and the trailers have been read.
    mutating func decode(
        _ bytes: Span<UInt8>, _ consumed: inout Int, into content: inout [UInt8], _ limits: ParserLimits
    ) throws(HTTPProblem) -> Bool {
        while true {
            switch state {
            case .sizeLine:
                guard let line = try Self.line(bytes, &consumed, limit: limits.chunkLineBytes) else { return false }
                let size = try Self.size(bytes, line)
                guard size <= limit - content.count else { throw .contentTooLarge(limit: limit) }
                state = size == 0 ? .trailers(bytes: 0) : .data(remaining: size)
            case .data(let remaining):
                let part = consumed..<min(bytes.count, consumed + remaining)
                content.append(bytes, part)
                consumed = part.upperBound
                state = part.count == remaining ? .dataEnd : .data(remaining: remaining - part.count)
                if part.count < remaining { return false }
            case .dataEnd:
                guard let line = try Self.line(bytes, &consumed, limit: 0) else { return false }
                guard line.isEmpty else { throw .malformedRequest("a chunk is longer than it said") }
                state = .sizeLine
            case .trailers(let length):
                let before = consumed
                let room = limits.trailerBytes - length
                guard let line = try Self.line(bytes, &consumed, limit: room) else { return false }
                if line.isEmpty { return true }
                _ = try HeadParser.entry(bytes.extracting(line.lowerBound..<consumed), 0)
                state = .trailers(bytes: length + consumed - before)
            }
        }
    }

    /// The next line without its end; nil where it is not all there.
    private static func line(
        _ bytes: Span<UInt8>, _ consumed: inout Int, limit: Int
    ) throws(HTTPProblem) -> Range<Int>? {
        guard let feed = bytes.firstOffset(of: UInt8(ascii: "\n"), from: consumed) else {
            guard bytes.count - consumed <= limit + 1 else {
                throw .malformedRequest("a line of the chunked coding is too long")
            }
            return nil
        }
        guard feed - consumed <= limit + 1 else { throw .malformedRequest("a line of the chunked coding is too long") }
        guard feed > consumed, bytes[feed - 1] == UInt8(ascii: "\r") else {
            throw .malformedRequest("a line of the chunked coding ends without a carriage return")
        }
        defer { consumed = feed + 1 }
        return consumed..<(feed - 1)
    }

    /// Hexadecimal digits, then nothing or an extension.
    private static func size(_ bytes: Span<UInt8>, _ line: Range<Int>) throws(HTTPProblem) -> Int {
        var size = 0
        var index = line.lowerBound
        while index < line.upperBound, let digit = bytes[index].hexadecimalValue {
            guard size <= Int.max >> 4 else { throw .malformedRequest("a chunk's length does not fit 63 bits") }
            size = size << 4 | Int(digit)
            index += 1
        }
        guard index > line.lowerBound else { throw .malformedRequest("a chunk's length is no number") }
        while index < line.upperBound && (bytes[index] == 0x20 || bytes[index] == 0x09) { index += 1 }
        guard index == line.upperBound || bytes[index] == UInt8(ascii: ";") else {
            throw .malformedRequest("a chunk's length is no number")
        }
        for position in index..<line.upperBound where !bytes[position].isFieldValueByte {
            throw .malformedRequest("a chunk extension has a control character")
        }
        return size
    }
}
