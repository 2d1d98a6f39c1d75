import HTTPServing
import MediaDecoding
import Platform

extension Router {
    /// Serves a document that is part of the program.
    /// - Parameter fields: further fields of the response.
    mutating func addDocument(_ path: String, type: String, _ content: [UInt8], _ fields: HTTPFields = [:]) {
        let tag = EntityTag(content.withUnsafeBytes { Fingerprint.compute($0) }.hexadecimal)
        on(.get, path, produces: [type]) { request, _ in
            var response = HTTPResponse(type: type, content)
            response.fields.append("Cache-Control", "no-cache")
            response.fields.append(contentsOf: fields)
            return .now(response.evaluating(conditionsOf: request, etag: tag))
        }
    }
}
