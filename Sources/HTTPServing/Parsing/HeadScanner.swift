import Platform

/// Finds the end of a request's head, line by line, within limits.
struct HeadScanner: Sendable {
    /// Number of lines so far, the request line among them.
    private(set) var lines = 0
    /// How far has been searched, counted from the head's first byte.
    private var searched = 0
    /// Where the current line begins, counted from the head's first byte.
    private var lineStart = 0
    private var emptyLines = 0

    /// Searches on.
    /// - Parameter start: the head's first byte; moved over the empty lines before it (RFC 9112 section 2.2).
    /// - Returns: where the head ends, behind its empty line; nil where it is not all there.
    mutating func scan(
        _ bytes: Span<UInt8>, from start: inout Int, _ limits: ParserLimits
    ) throws(HTTPProblem) -> Int? {
        while let feed = bytes.firstOffset(of: UInt8(ascii: "\n"), from: start + searched) {
            guard feed > start, bytes[feed - 1] == UInt8(ascii: "\r") else {
                throw .malformedRequest("a line ends without a carriage return")
            }
            let isEmpty = feed - start == lineStart + 1
            searched = feed + 1 - start
            if isEmpty && lines == 0 {
                emptyLines += 1
                guard emptyLines <= Self.maximumEmptyLines else { throw .malformedRequest("there is no request line") }
                start = feed + 1
                searched = 0
                continue
            }
            try check(searched, limits)
            if isEmpty { return feed + 1 }
            lines += 1
            lineStart = searched
            guard lines <= limits.fieldLines + 1 else { throw .headTooLarge("more than \(limits.fieldLines) fields") }
        }
        searched = bytes.count - start
        try check(searched, limits)
        return nil
    }

    private func check(_ length: Int, _ limits: ParserLimits) throws(HTTPProblem) {
        if lines == 0 && length > limits.requestLineBytes {
            throw HTTPProblem(
                414, "target-too-long", "Target too long",
                detail: "the request line is longer than \(limits.requestLineBytes) bytes")
        }
        if length > limits.headBytes { throw .headTooLarge("the head is longer than \(limits.headBytes) bytes") }
    }

    /// A robust server ignores at least one; old clients send one after the content of a POST.
    private static let maximumEmptyLines = 4
}

extension HTTPProblem {
    fileprivate static func headTooLarge(_ detail: String) -> HTTPProblem {
        HTTPProblem(431, "fields-too-large", "Header fields too large", detail: detail)
    }
}
