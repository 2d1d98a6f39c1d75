import HTTPServing
import MediaDecoding
import Platform

extension Router {
    /// Serves a document that is part of the program.
    /// - Parameters:
    ///   - fields: further fields of the response.
    ///   - query: names of the parameters that it knows.
    ///   - instead: gives another answer where the document is not what the client is to have; throws where there is none.
    mutating func addDocument(
        _ path: String, type: String, _ content: [UInt8], _ fields: HTTPFields = [:], query: [String] = [],
        instead: @escaping @Sendable (HTTPRequest, RouteParameters) throws(HTTPProblem) -> HTTPResponse? = { _, _ in nil
        }
    ) {
        let tag = EntityTag(content.withUnsafeBytes { Fingerprint.compute($0) }.hexadecimal)
        on(.get, path, query: query, produces: [type], access: .open) { request, parameters throws(HTTPProblem) in
            if let other = try instead(request, parameters) { return .now(other) }
            var response = HTTPResponse(type: type, content)
            response.fields.append("Cache-Control", "no-cache")
            response.fields.append(contentsOf: fields)
            return .now(response.evaluating(conditionsOf: request, etag: tag))
        }
    }
}
