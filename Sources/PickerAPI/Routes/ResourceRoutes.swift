import HTTPServing
import PhotoLibrary
import Platform

/// The bytes of an asset's files: `/assets/{id}/original`, `/assets/{id}/resources/{kind}`.
struct ResourceRoutes: Sendable {
    /// A burst has some hundred pictures at most.
    private static let mostOfAKind = 10_000

    let services: Services
    let details: AssetDetails

    func add(to router: inout Router) {
        router.on(.get, "/assets/{id}/original", query: ["v"], access: .limited, isSignable: true) {
            request, parameters throws(HTTPProblem) in
            try respond(to: request, parameters["id"]) { $0.resources.first }
        }
        router.on(.get, "/assets/{id}/resources/{kind}", query: ["number", "v"], access: .limited, isSignable: true) {
            request, parameters throws(HTTPProblem) in
            let number = try Parameters(request).number("number", in: 1...Self.mostOfAKind) ?? 1
            let kind = parameters["kind"]
            return try respond(to: request, parameters["id"]) { detail in
                detail.resources.first { $0.kind.name == kind && $0.number == number }
            }
        }
    }

    private func respond(
        to request: HTTPRequest, _ id: String, _ choose: @escaping @Sendable (AssetDetail) -> ServedResource?
    ) throws(HTTPProblem) -> HTTPReply {
        let snapshot = services.library.snapshot
        let tag = try Parameters(request).contentTag()
        let summary = try services.scoped(to: request).summary(named: id, in: snapshot)
        return .later { () async throws(HTTPProblem) in
            let detail = try await details.detail(of: summary, in: snapshot, services)
            guard let resource = choose(detail) else { throw .notFound("the asset has no such resource") }
            if let tag, tag != resource.file.contentTag { throw .contentChanged }
            guard detail.state != .offline else { throw .offline }
            return try await services.bytes(of: resource, for: request)
        }
    }
}

extension Services {
    /// Answers with a resource's bytes, or with the part of them that is asked for.
    func bytes(
        of resource: ServedResource, for request: HTTPRequest
    ) async throws(HTTPProblem) -> HTTPResponse {
        let (file, stamp) = try await guarded {
            try await blocking.run {
                let file = try open(resource.file)
                let stamp = try file.status().stamp
                return (FileBody(file, length: stamp.size), stamp)
            }
        }
        let isKnown = stamp.isSameContent(as: resource.file.stamp)
        var body = file
        var tag = stamp.tag
        if let part = resource.part {
            // Where the file is another by now, these bytes can be anything.
            guard isKnown, part.upperBound <= stamp.size else { throw .changing }
            body = file.part(part)
            tag += "-" + String(part.lowerBound, radix: 36)
        }
        // The type is the one that was found in the content; where the content is another by now, it is not known.
        let type = (isKnown ? resource.contentType : nil) ?? "application/octet-stream"
        var response = HTTPResponse(fields: ["Content-Type": type, "Cache-Control": "no-cache"], body: .file(body))
        response.fields.append("Content-Disposition", resource.filename.contentDisposition)
        // A file may hold scripts (SVG) and is never to act as a page of this origin.
        response.fields.append("Content-Security-Policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'")
        return
            response
            .evaluating(conditionsOf: request, etag: EntityTag(tag), lastModified: stamp.modified)
            .selectingRange(of: request)
    }

    /// Opens a resource's file to be read.
    /// - Throws: 404 where it is gone, 403 where it may not be read, 503 where its folder can't be reached.
    func open(_ resource: Resource) throws(HTTPProblem) -> FileDescriptor {
        do {
            return try openFile(resource.folderID, resource.filename)
        } catch {
            log.debug("a file could not be opened", ["reason": "\(error)"])
            throw error.problem
        }
    }
}

extension SystemError {
    fileprivate var problem: HTTPProblem {
        if isAbsence || isWrongKind { return .notFound("the asset's file is not there any more") }
        if isDenial {
            return HTTPProblem(403, "unreadable-file", "Unreadable file", detail: "the server may not read the file")
        }
        return HTTPProblem(
            503, "unreadable-file", "Unreadable file", detail: "the file can't be read now",
            fields: ["Retry-After": "10"])
    }
}

extension HTTPProblem {
    /// 503: the file has changed, and was not read again yet.
    fileprivate static var changing: HTTPProblem {
        HTTPProblem(
            503, "changing", "The file is changing", detail: "the file has changed, and is being read again",
            fields: ["Retry-After": "1"])
    }

    /// 503: the root can't be reached.
    static var offline: HTTPProblem {
        HTTPProblem(
            503, "offline", "The folder is offline", detail: "the folder that the asset is in can't be reached now",
            fields: ["Retry-After": "30"])
    }
}

extension FileStamp {
    /// Changes with every change of the file, its name and its attributes.
    var tag: String {
        [
            UInt64(bitPattern: size), inode, UInt64(bitPattern: modified.nanoseconds),
            UInt64(bitPattern: changed.nanoseconds),
        ]
        .map { String($0, radix: 36) }.joined(separator: "-")
    }
}

extension FileName {
    /// The name in Content-Disposition (RFC 6266), in ASCII and, where that is not all of it, in UTF-8 (RFC 8187).
    var contentDisposition: String {
        let text = description
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C && $0 != 0x25 }
        let ascii = String(
            decoding: text.unicodeScalars.map { scalar in
                (0x20..<0x7F).contains(scalar.value) && !["\"", "\\", "%"].contains(scalar)
                    ? UInt8(scalar.value) : UInt8(ascii: "_")
            }, as: UTF8.self)
        return "inline; filename=\"\(ascii)\"" + (isPlain ? "" : "; filename*=UTF-8''\(text.percentEncoded)")
    }
}
