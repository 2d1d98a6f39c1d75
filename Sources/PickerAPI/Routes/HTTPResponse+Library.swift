import HTTPServing
import PhotoLibrary
import Platform

extension HTTPResponse {
    /// JSON that is true for one version of the library, and has to be asked for again with its entity tag.
    /// - Parameter language: what its words are in; nil where it has none of the server's.
    static func json(
        _ bytes: [UInt8], at token: LibraryToken, for request: HTTPRequest, in language: Language? = nil
    ) -> HTTPResponse {
        var response = HTTPResponse(json: bytes)
        response.fields.append("Cache-Control", "no-cache")
        var tag = token.description
        if let language {
            response.fields.append("Content-Language", language.rawValue)
            response.fields.addToList("Vary", "Accept-Language")
            tag += "-" + language.rawValue
        }
        return response.evaluating(conditionsOf: request, etag: EntityTag(tag))
    }

    /// The 304 for a client that has this version already, without making the content; nil for any other client.
    static func notModified(
        at token: LibraryToken, for request: HTTPRequest, in language: Language? = nil
    ) -> HTTPResponse? {
        guard request.fields.contains("If-None-Match") else { return nil }
        let response = HTTPResponse.json([], at: token, for: request, in: language)
        return response.status == .notModified ? response : nil
    }

    /// JSON about the server itself, which is never kept.
    static func status(json: [UInt8]) -> HTTPResponse {
        var response = HTTPResponse(json: json)
        response.fields.append("Cache-Control", "no-store")
        return response
    }
}

extension LibrarySnapshot {
    /// Names the library and its version.
    var token: LibraryToken { LibraryToken(libraryID: libraryID, version: version) }
}

extension Services {
    /// Longer than any burst of work on a disk takes to be seen.
    private static let longestSettling = Duration.seconds(10)

    /// Answers with what `answer` makes, after all that was done on disk before the request is in the library, where the
    /// parameter `settle` asks for that; says in the field `Settled` where it is not, in that time.
    func settled(
        _ request: HTTPRequest, _ answer: @escaping @Sendable () throws(HTTPProblem) -> HTTPReply
    ) throws(HTTPProblem) -> HTTPReply {
        guard let time = try Parameters(request).duration("settle", upTo: Self.longestSettling) else {
            return try answer()
        }
        return .later { () async throws(HTTPProblem) in
            let isSettled = await settle(time)
            var response: HTTPResponse
            switch try answer() {
            case .now(let now): response = now
            case .later(let later): response = try await later()
            case .upgrade: throw .internalError
            }
            if !isSettled { response.fields.append("Settled", "false") }
            return response
        }
    }

    /// Runs work that asks the catalogue or the disk, and turns what goes wrong there into problems.
    func guarded<Success>(_ work: () async throws -> Success) async throws(HTTPProblem) -> Success {
        do {
            return try await work()
        } catch let problem as HTTPProblem {
            throw problem
        } catch is BlockingPool.Overloaded {
            throw .overloaded("too many requests wait for the disk")
        } catch CatalogueError.storageFull {
            throw .insufficientStorage
        } catch {
            log.error("a request failed", ["reason": "\(error)"])
            throw .internalError
        }
    }
}

extension HTTPProblem {
    /// 507: the disk of the data folder is full.
    static var insufficientStorage: HTTPProblem {
        HTTPProblem(507, "storage-full", "No space is left", detail: "The disk of the data folder is full")
    }
}
