/// A response, without what the connection adds (Date, Content-Length, Connection, X-Content-Type-Options).
public struct HTTPResponse: Sendable {
    /// Status.
    public var status: HTTPStatus
    /// Header fields.
    public var fields: HTTPFields
    /// Content.
    public var body: HTTPBody

    /// Makes a response.
    public init(_ status: HTTPStatus = .ok, fields: HTTPFields = [:], body: HTTPBody = .none) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// Makes a response whose content is `bytes` of the media type `type`.
    public init(_ status: HTTPStatus = .ok, type: String, _ bytes: [UInt8]) {
        self.init(status, fields: ["Content-Type": type], body: .bytes(bytes))
    }

    /// Makes a response of JSON.
    public init(_ status: HTTPStatus = .ok, json: [UInt8]) {
        self.init(status, type: "application/json", json)
    }

    /// Makes the `application/problem+json` response of a problem (RFC 9457).
    public init(_ problem: HTTPProblem) {
        self.init(problem.status, fields: problem.fields, body: .bytes(problem.json))
        fields["Content-Type"] = "application/problem+json"
        if fields["Cache-Control"] == nil { fields.append("Cache-Control", "no-store") }
    }
}
