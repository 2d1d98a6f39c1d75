import Platform

/// Parses a head whose end was found.
struct HeadParser {
    private var host = 0
    private var framing = RequestFraming.none
    private var transferCodings = 0
    private var expectsContinue = false
    private var hasOtherExpectation = false
    private var asksToClose = false
    private var asksToKeepAlive = false

    /// Parses the head at `range`, which ends with its empty line.
    /// - Parameter lines: number of lines without the empty one.
    static func parse(_ bytes: Span<UInt8>, _ range: Range<Int>, lines: Int) throws(HTTPProblem) -> RequestHead {
        guard let feed = bytes.firstOffset(of: UInt8(ascii: "\n"), from: range.lowerBound) else {
            throw .malformedRequest("there is no request line")
        }
        let (method, target, isVersion11) = try RequestLine.parse(bytes.extracting(range.lowerBound..<(feed - 1)))
        var parser = HeadParser()
        let fields = try parser.fields(bytes, (feed + 1)..<(range.upperBound - 2), count: lines - 1)
        return try parser.head(method, target, isVersion11, fields)
    }

    private func head(
        _ method: HTTPMethod, _ target: [UInt8], _ isVersion11: Bool, _ fields: HTTPFields
    ) throws(HTTPProblem) -> RequestHead {
        guard host == 1 || host == 0 && !isVersion11 else {
            throw .malformedRequest(host == 0 ? "there is no Host" : "there is more than one Host")
        }
        if transferCodings > 0 {
            guard isVersion11 else { throw .malformedRequest("HTTP/1.0 has no Transfer-Encoding") }
            guard framing == .chunked else { throw .malformedRequest("there is a Content-Length beside the coding") }
        }
        if hasOtherExpectation {
            throw HTTPProblem(417, "expectation-failed", "Expectation failed", detail: "only 100-continue is known")
        }
        return RequestHead(
            method: method, target: target, isVersion11: isVersion11, fields: fields, framing: framing,
            expectsContinue: expectsContinue && isVersion11,
            keepsAlive: isVersion11 ? !asksToClose : asksToKeepAlive && !asksToClose)
    }

    /// Copies the field lines once, and notes where each name and value is.
    private mutating func fields(
        _ bytes: Span<UInt8>, _ range: Range<Int>, count: Int
    ) throws(HTTPProblem) -> HTTPFields {
        var lines: [UInt8] = []
        lines.reserveCapacity(range.count)
        lines.append(bytes, range)
        var entries: [HTTPFields.Entry] = []
        entries.reserveCapacity(count)
        var start = 0
        while start < lines.count {
            let entry = try Self.entry(lines.span, start)
            try note(lines.span, entry)
            entries.append(entry)
            start = Self.lineEnd(lines.span, Int(entry.valueEnd)) + 2
        }
        return HTTPFields(lines: lines, entries: entries)
    }

    /// One line: a token, a colon, and a value with nothing but spaces around it.
    static func entry(_ lines: Span<UInt8>, _ start: Int) throws(HTTPProblem) -> HTTPFields.Entry {
        var index = start
        while index < lines.count && lines[index].isTokenByte { index += 1 }
        guard index > start, index < lines.count, lines[index] == UInt8(ascii: ":") else {
            throw .malformedRequest("a field line has no name, or something between its name and its colon")
        }
        let nameEnd = index
        index += 1
        while lines[index] == 0x20 || lines[index] == 0x09 { index += 1 }
        let valueStart = index
        while lines[index].isFieldValueByte { index += 1 }
        // Every line ends in CR LF: what stops here is either that CR or a byte that no value may have.
        guard lines[index] == UInt8(ascii: "\r"), lines[index + 1] == UInt8(ascii: "\n") else {
            throw .malformedRequest("a field value has a control character")
        }
        while index > valueStart && (lines[index - 1] == 0x20 || lines[index - 1] == 0x09) { index -= 1 }
        return HTTPFields.Entry(
            nameStart: UInt32(start), nameEnd: UInt32(nameEnd), valueStart: UInt32(valueStart), valueEnd: UInt32(index))
    }

    private static func lineEnd(_ lines: Span<UInt8>, _ valueEnd: Int) -> Int {
        var index = valueEnd
        while lines[index] != UInt8(ascii: "\r") { index += 1 }
        return index
    }

    private mutating func note(_ lines: Span<UInt8>, _ entry: HTTPFields.Entry) throws(HTTPProblem) {
        let name = lines.extracting(entry.name)
        let value = lines.extracting(entry.value)
        switch name.count {
        case 4 where name.equals("host"):
            host += 1
            guard Self.isHost(value) else { throw .malformedRequest("Host is malformed") }
        case 6 where name.equals("expect"):
            if value.equals("100-continue") { expectsContinue = true } else { hasOtherExpectation = true }
        case 10 where name.equals("connection"): noteConnection(value)
        case 14 where name.equals("content-length"):
            guard framing == .none else { throw .malformedRequest("the length of the content is said twice") }
            guard value.count > 0, value.allDigits else { throw .malformedRequest("Content-Length is no number") }
            // A number that does not fit is longer than any limit.
            framing = .length(value.withUnsafeBufferPointer { $0.decimalValue } ?? .max)
        case 17 where name.equals("transfer-encoding"): try noteTransferEncoding(value)
        default: break
        }
    }

    private mutating func noteTransferEncoding(_ value: Span<UInt8>) throws(HTTPProblem) {
        transferCodings += 1
        guard framing == .none, transferCodings == 1 else {
            throw .malformedRequest("the length of the content is said twice")
        }
        if value.equals("chunked") {
            framing = .chunked
            return
        }
        let codings = value.withUnsafeBufferPointer { Array($0) }.split(separator: UInt8(ascii: ",")).map(
            \.trimmingSpaces)
        // Without chunked at the end nobody knows where the content ends (RFC 9112 section 6.3).
        guard codings.filter({ $0.equalsIgnoringCase("chunked".utf8) }).count == 1,
            codings.last?.equalsIgnoringCase("chunked".utf8) == true
        else { throw .malformedRequest("the transfer coding does not end in chunked") }
        throw HTTPProblem(
            501, "unknown-transfer-coding", "Transfer coding not implemented", detail: "only chunked is known")
    }

    private mutating func noteConnection(_ value: Span<UInt8>) {
        if value.equals("keep-alive") {
            asksToKeepAlive = true
            return
        }
        for option in value.withUnsafeBufferPointer({ Array($0) }).split(separator: UInt8(ascii: ",")) {
            let option = option.trimmingSpaces
            if option.equalsIgnoringCase("close".utf8) { asksToClose = true }
            if option.equalsIgnoringCase("keep-alive".utf8) { asksToKeepAlive = true }
        }
    }

    /// The bytes of a host and a port (RFC 3986 section 3.2.2), without the comma, which would make it a list.
    private static func isHost(_ value: Span<UInt8>) -> Bool {
        for index in value.indices {
            switch value[index] {
            case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A: continue
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "["),
                UInt8(ascii: "]"), UInt8(ascii: "%"), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"),
                UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
                UInt8(ascii: ";"), UInt8(ascii: "="):
                continue
            default: return false
            }
        }
        return true
    }
}

extension Span<UInt8> {
    /// Whether these are the letters of `lowercased`, in any case.
    fileprivate func equals(_ lowercased: StaticString) -> Bool {
        guard count == lowercased.utf8CodeUnitCount else { return false }
        return lowercased.withUTF8Buffer { expected in
            for index in indices where self[index].lowercasedASCII != expected[index] { return false }
            return true
        }
    }

    fileprivate var allDigits: Bool {
        for index in indices where !self[index].isDigit { return false }
        return true
    }
}
