import FoundationEssentials
import HTTPServing

/// A message from a client of the change feed's WebSocket: a JSON object of strings and whole numbers.
struct ClientMessage {
    /// `observe` or `stop`.
    let type: String
    /// All other members.
    let parameters: Parameters

    private static let known = Set(ViewRequest.parameters + ["type", "view", "limit", "since"])

    /// Reads a message.
    /// - Throws: 400 that says what is wrong with it.
    init(_ bytes: [UInt8]) throws(HTTPProblem) {
        let members: [String: Scalar]
        do {
            members = try JSONDecoder().decode([String: Scalar].self, from: Data(bytes))
        } catch {
            throw .malformedRequest("a message is a JSON object of strings and whole numbers")
        }
        guard let type = members["type"]?.text else { throw .malformedRequest("a message has a type") }
        if let unknown = members.keys.sorted().first(where: { !Self.known.contains($0) }) {
            throw .unknownParameter(unknown, known: Self.known.sorted())
        }
        self.type = type
        parameters = Parameters(members.filter { $0.key != "type" }.map { ($0.key, $0.value.text) })
    }

    /// The name that the client gave its view.
    /// - Throws: 400 where there is none, or it is not one.
    func view() throws(HTTPProblem) -> String {
        guard let name = parameters["view"], (1...64).contains(name.utf8.count),
            name.utf8.allSatisfy({
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
                    || $0 == 0x5F
            })
        else { throw .invalidParameter("view", "view: 1 to 64 letters, digits, - or _") }
        return name
    }

    private struct Scalar: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {
                text = String(number)
            } else {
                text = try container.decode(String.self)
            }
        }
    }
}
