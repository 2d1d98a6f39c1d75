import HTTPServing
import MediaDecoding
import Platform

extension Router {
    /// Serves a document that is part of the program.
    /// - Parameters:
    ///   - fields: further fields of the response.
    ///   - check: throws where the document is not served for these parameters.
    mutating func addDocument(
        _ path: String, type: String, _ content: [UInt8], _ fields: HTTPFields = [:],
        check: @escaping @Sendable (RouteParameters) throws(HTTPProblem) -> Void = { _ in }
    ) {
        let tag = EntityTag(content.withUnsafeBytes { Fingerprint.compute($0) }.hexadecimal)
        on(.get, path, produces: [type], access: .open) { request, parameters throws(HTTPProblem) in
            try check(parameters)
            var response = HTTPResponse(type: type, content)
            response.fields.append("Cache-Control", "no-cache")
            response.fields.append(contentsOf: fields)
            return .now(response.evaluating(conditionsOf: request, etag: tag))
        }
    }
}
