import Platform

extension HTTPResponse {
    /// This response, or the part of it that the request's Range and If-Range ask for: 206, or 416 where there is no
    /// such part.
    ///
    /// To be called after conditions were evaluated, on a 200 that has its ETag and Last-Modified already.
    public func selectingRange(of request: HTTPRequest) -> HTTPResponse {
        guard status == .ok, let length = body.length.map(Int64.init) else { return self }
        var response = self
        response.fields["Accept-Ranges"] = "bytes"
        // Range has a meaning for GET only (RFC 9110 section 14.2), and two lines of it have none.
        guard request.method == .get, let value = request.fields.firstValue(of: "range"),
            request.fields.values(of: "Range").count == 1, allowsRange(request.fields["If-Range"])
        else { return response }
        switch RangeSelection(value, length: length) {
        case .whole: return response
        case .unsatisfiable:
            return HTTPResponse(
                HTTPProblem(
                    416, "range-not-satisfiable", "Range not satisfiable", detail: "the content has \(length) bytes",
                    fields: ["Content-Range": "bytes */\(length)", "Accept-Ranges": "bytes"]))
        case .parts(let parts) where parts.count == 1:
            response.status = .partialContent
            response.fields["Content-Range"] = Self.contentRange(parts[0], length)
            response.body = body.part(parts[0])
        case .parts(let parts): response.takeParts(parts, length)
        }
        return response
    }

    /// Whether If-Range, where there is one, names this very representation (RFC 9110 section 13.1.5).
    private func allowsRange(_ condition: String?) -> Bool {
        guard let condition else { return true }
        if let tag = EntityTag(parsing: condition) {
            return fields["ETag"].flatMap(EntityTag.init(parsing:))?.strongly(matches: tag) ?? false
        }
        // A date tells versions apart only if it is not that of the running second.
        guard let date = HTTPDate.parse(condition), let modified = fields["Last-Modified"].flatMap(HTTPDate.parse)
        else {
            return false
        }
        return date == modified && modified.seconds < Timestamp.now.seconds
    }

    /// Turns the response into `multipart/byteranges`.
    private mutating func takeParts(_ parts: [Range<Int64>], _ length: Int64) {
        let boundary =
            String(UInt64.random(in: .min ... .max), radix: 16) + String(UInt64.random(in: .min ... .max), radix: 16)
        let type = fields["Content-Type"].map { "Content-Type: \($0)\r\n" } ?? ""
        var sequence: [HTTPBody] = []
        for part in parts {
            let head = "\r\n--\(boundary)\r\n\(type)Content-Range: \(Self.contentRange(part, length))\r\n\r\n"
            sequence.append(.bytes(Array(head.utf8)))
            sequence.append(body.part(part))
        }
        sequence.append(.bytes(Array("\r\n--\(boundary)--\r\n".utf8)))
        status = .partialContent
        fields["Content-Type"] = "multipart/byteranges; boundary=\(boundary)"
        body = .sequence(sequence)
    }

    private static func contentRange(_ part: Range<Int64>, _ length: Int64) -> String {
        "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(length)"
    }
}

extension HTTPBody {
    /// A part of the body, which must lie within it.
    fileprivate func part(_ range: Range<Int64>) -> HTTPBody {
        switch self {
        case .none, .stream: return .none
        case .bytes(let bytes): return .bytes(Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)]))
        case .file(let file): return .file(file.part(range))
        case .sequence(let bodies):
            var parts: [HTTPBody] = []
            var start: Int64 = 0
            for body in bodies {
                let end = start + Int64(body.length ?? 0)
                let common = range.clamped(to: start..<end)
                if !common.isEmpty {
                    parts.append(body.part((common.lowerBound - start)..<(common.upperBound - start)))
                }
                start = end
            }
            return .sequence(parts)
        }
    }
}
