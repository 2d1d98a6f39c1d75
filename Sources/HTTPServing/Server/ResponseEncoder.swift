import Platform

/// Writes the heads of responses (RFC 9112 section 4).
struct ResponseEncoder {
    /// The lines that every response has: Date, made anew each second, and X-Content-Type-Options, since the bytes of
    /// a stranger's photo must never be taken for a page.
    private var commonLines: [UInt8] = []
    private var validUntil = MonotonicTime(nanoseconds: .min)

    /// Makes the date that of the present second.
    mutating func update(now: MonotonicTime) {
        guard now >= validUntil else { return }
        let time = Timestamp.now
        commonLines = Array("Date: \(time.httpDate)\r\nX-Content-Type-Options: nosniff\r\n".utf8)
        validUntil = now + .nanoseconds(1_000_000_000 - time.subsecond)
    }

    /// Adds a head with its empty line to `output`.
    /// - Parameters:
    ///   - contentLength: nil where only the end of the content tells.
    ///   - keepsAlive: whether the connection stays open.
    ///   - isVersion11: whether the client takes that for granted.
    func encode(
        _ response: HTTPResponse, contentLength: Int?, keepsAlive: Bool, isVersion11: Bool, into output: inout [UInt8]
    ) {
        let code = response.status.code
        output.append("HTTP/1.1 ")
        output.append(UInt8(ascii: "0") + UInt8(code / 100))
        output.append(UInt8(ascii: "0") + UInt8(code / 10 % 10))
        output.append(UInt8(ascii: "0") + UInt8(code % 10))
        output.append(" ")
        output.append(response.status.reason)
        output.append("\r\n")
        output.append(contentsOf: commonLines)
        if let contentLength {
            if !response.status.forbidsContent {
                output.append("Content-Length: ")
                output.append(decimal: contentLength)
                output.append("\r\n")
            }
        } else if isVersion11 {
            output.append("Transfer-Encoding: chunked\r\n")
        }
        if !keepsAlive {
            output.append("Connection: close\r\n")
        } else if !isVersion11 {
            output.append("Connection: keep-alive\r\n")
        }
        output.append(contentsOf: response.fields.lines)
        output.append("\r\n")
    }
}

extension [UInt8] {
    /// Adds the bytes of a text.
    @inline(__always)
    mutating func append(text: String) {
        var text = text
        text.withUTF8 { append(contentsOf: $0) }
    }

    /// Adds the bytes of a literal.
    @inline(__always)
    mutating func append(_ text: StaticString) { text.withUTF8Buffer { append(contentsOf: $0) } }

    /// Adds a number that is not negative.
    fileprivate mutating func append(decimal number: Int) {
        var rest = number
        let start = count
        repeat {
            append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        self[start...].reverse()
    }
}
