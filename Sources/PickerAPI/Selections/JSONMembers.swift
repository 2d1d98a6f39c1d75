import FoundationEssentials
import HTTPServing
import PhotoLibrary

/// The members of a JSON object that a client sent, read and checked. What is wrong is refused with 400 and its name.
struct JSONMembers {
    private let members: [String: JSONValue]
    /// What stands before the names of members in messages, such as `fetch.`.
    private let prefix: String

    /// Reads the content of a request: an object with none but `known` members.
    init(_ bytes: [UInt8], known: [String]) throws(HTTPProblem) {
        let value: JSONValue
        do {
            value = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        } catch {
            throw .malformedRequest("the content is not JSON")
        }
        guard case .object(let members) = value else { throw .malformedRequest("the content is not a JSON object") }
        try self.init(members, prefix: "", known: known)
    }

    private init(_ members: [String: JSONValue], prefix: String, known: [String]) throws(HTTPProblem) {
        self.members = members
        self.prefix = prefix
        if let unknown = members.keys.sorted().first(where: { !known.contains($0) }) {
            throw HTTPProblem(
                400, "unknown-field", "Unknown field",
                detail: "\"\(prefix + unknown)\" is not known here; known are: \(known.joined(separator: ", "))",
                members: [("field", .string(prefix + unknown))])
        }
    }

    /// The names of all members.
    var names: some Collection<String> { members.keys }

    /// Whether a member is there, be it null.
    func has(_ name: String) -> Bool { members[name] != nil }

    /// Whether a member is there and null.
    func isNull(_ name: String) -> Bool { if case .null? = members[name] { true } else { false } }

    /// A problem with a member.
    func problem(_ name: String, _ detail: String) -> HTTPProblem { .invalidField(prefix + name, detail) }

    func flag(_ name: String) throws(HTTPProblem) -> Bool? {
        guard let value = members[name] else { return nil }
        guard case .flag(let flag) = value else { throw problem(name, "true or false") }
        return flag
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws(HTTPProblem) -> Int? {
        guard let value = members[name] else { return nil }
        guard case .integer(let number) = value, range.contains(number) else {
            throw problem(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func number(_ name: String) throws(HTTPProblem) -> Double? {
        switch members[name] {
        case nil: return nil
        case .integer(let number): return Double(number)
        case .number(let number): return number
        default: throw problem(name, "a number")
        }
    }

    func string(_ name: String, upTo length: Int) throws(HTTPProblem) -> String? {
        guard let value = members[name] else { return nil }
        guard case .string(let text) = value, (1...length).contains(text.utf8.count) else {
            throw problem(name, "a text of 1 to \(length) bytes")
        }
        return text
    }

    func strings(_ name: String) throws(HTTPProblem) -> [String]? {
        guard let value = members[name] else { return nil }
        guard case .array(let values) = value else { throw problem(name, "a list of texts") }
        var texts: [String] = []
        for value in values {
            guard case .string(let text) = value else { throw problem(name, "a list of texts") }
            texts.append(text)
        }
        return texts
    }

    /// The id of an asset.
    func asset(_ name: String) throws(HTTPProblem) -> AssetID {
        guard case .string(let text)? = members[name], let id = AssetID(text) else {
            throw problem(name, "the id of an asset")
        }
        return id
    }

    /// The ids of assets.
    func assets(_ name: String) throws(HTTPProblem) -> [AssetID]? {
        guard let texts = try strings(name) else { return nil }
        var ids: [AssetID] = []
        for text in texts {
            guard let id = AssetID(text) else { throw problem(name, "ids of assets, not \"\(text)\"") }
            ids.append(id)
        }
        return ids
    }

    func object(_ name: String, known: [String]) throws(HTTPProblem) -> JSONMembers? {
        guard let value = members[name] else { return nil }
        guard case .object(let members) = value else { throw problem(name, "an object") }
        return try JSONMembers(members, prefix: prefix + name + ".", known: known)
    }

    /// An object whose members may have any names.
    func dictionary(_ name: String) throws(HTTPProblem) -> JSONMembers? {
        guard case .object(let members)? = members[name] else { return try object(name, known: []) }
        return try object(name, known: Array(members.keys))
    }

    /// A list of objects, each with none but `known` members.
    func objects(_ name: String, upTo count: Int, known: [String]) throws(HTTPProblem) -> [JSONMembers]? {
        guard let value = members[name] else { return nil }
        guard case .array(let values) = value, (1...count).contains(values.count) else {
            throw problem(name, "a list of 1 to \(count) objects")
        }
        var objects: [JSONMembers] = []
        for (index, value) in values.enumerated() {
            guard case .object(let members) = value else { throw problem("\(name)[\(index)]", "an object") }
            objects.append(try JSONMembers(members, prefix: "\(prefix)\(name)[\(index)].", known: known))
        }
        return objects
    }
}

extension HTTPProblem {
    /// 400: a field of the content has a value that it cannot have.
    static func invalidField(_ name: String, _ detail: String) -> HTTPProblem {
        HTTPProblem(
            400, "invalid-field", "Invalid value of a field", detail: "\(name): \(detail)",
            members: [("field", .string(name))])
    }
}
