import Platform

/// An error that a client is told of, as problem details (RFC 9457).
public struct HTTPProblem: Error, Sendable {
    /// The value of an extension member.
    public enum Value: Sendable, Equatable {
        case string(String)
        case integer(Int)
        case strings([String])
        /// Anything else, written already.
        case json([UInt8])
    }

    /// Status of the response.
    public var status: HTTPStatus
    /// A stable URI reference that names the kind of problem, such as `/problems/unknown-parameter`.
    public var type: String
    /// A short summary, the same for every problem of the type.
    public var title: String
    /// What went wrong this time, for a person.
    public var detail: String?
    /// Extension members, in order.
    public var members: [(name: String, value: Value)]
    /// Further fields of the response, such as Allow or Retry-After.
    public var fields: HTTPFields

    /// Makes a problem.
    /// - Parameter kind: the last part of its type, `/problems/<kind>`.
    public init(
        _ status: HTTPStatus, _ kind: String, _ title: String, detail: String? = nil,
        members: [(name: String, value: Value)] = [], fields: HTTPFields = [:]
    ) {
        self.status = status
        type = "/problems/" + kind
        self.title = title
        self.detail = detail
        self.members = members
        self.fields = fields
    }

    /// The `application/problem+json` document.
    public var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("type")
        writer.value(type)
        writer.key("title")
        writer.value(title)
        writer.key("status")
        writer.value(status.code)
        if let detail {
            writer.key("detail")
            writer.value(detail)
        }
        for (name, value) in members {
            writer.key(text: name)
            switch value {
            case .string(let text): writer.value(text)
            case .integer(let number): writer.value(number)
            case .json(let bytes): writer.raw(bytes)
            case .strings(let texts):
                writer.beginArray()
                for text in texts { writer.value(text) }
                writer.endArray()
            }
        }
        writer.endObject()
        return writer.bytes
    }
}
