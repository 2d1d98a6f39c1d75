import FoundationEssentials
import HTTPServing

/// A message from a client, at the change feed's WebSocket or as a request's body: a JSON object of strings, numbers and
/// truth values.
struct ClientMessage {
    /// `observe`, `cache` or `stop`; empty where it does not matter.
    let type: String
    /// All other members.
    let parameters: Parameters

    /// The members that a message of a type has at the WebSocket.
    static func known(_ type: String) -> [String] {
        let own =
            type == "cache"
            ? CachingRequest.parameters + ThumbnailQuery.picture : ViewRequest.parameters + ["limit", "since"]
        return own + ["type", "view"]
    }

    /// Reads a message.
    /// - Parameter known: the members that a message of its type may have.
    /// - Throws: 400 that says what is wrong with it.
    init(_ bytes: [UInt8], known: (String) -> [String]) throws(HTTPProblem) {
        let members: [String: Scalar]
        do {
            members = try JSONDecoder().decode([String: Scalar].self, from: Data(bytes))
        } catch {
            throw .malformedRequest("a message is a JSON object of strings, numbers and truth values")
        }
        type = members["type"]?.text ?? ""
        let known = known(type)
        if let unknown = members.keys.sorted().first(where: { !known.contains($0) }) {
            throw .unknownParameter(unknown, known: known.sorted())
        }
        parameters = Parameters(members.filter { $0.key != "type" }.map { ($0.key, $0.value.text) })
    }

    /// The name that the client gave its view or window.
    /// - Throws: 400 where there is none, or it is not one.
    func name(_ member: String) throws(HTTPProblem) -> String {
        guard let name = try parameters.name(member) else {
            throw .invalidParameter(member, "\(member): a name is needed")
        }
        return name
    }

    private struct Scalar: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {
                text = String(number)
            } else if let number = try? container.decode(Double.self) {
                text = String(number)
            } else if let truth = try? container.decode(Bool.self) {
                text = String(truth)
            } else {
                text = try container.decode(String.self)
            }
        }
    }
}
