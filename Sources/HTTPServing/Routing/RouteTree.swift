/// Finds the routes of a path: one step a segment, a literal before a parameter.
struct RouteTree: Sendable {
    /// The routes that share one template, by method.
    struct Leaf: Sendable {
        let positions: [(name: String, segment: Int)]
        var routes: [(method: HTTPMethod, route: Int)]
        /// The value of Allow.
        var allow: String
    }

    private struct Node: Sendable {
        /// So few that comparing is quicker than hashing.
        var literals: [(name: String, node: Int)] = []
        var parameter: Int?
        var leaf: Int?

        func literal(_ name: String) -> Int? {
            for literal in literals where literal.name == name { return literal.node }
            return nil
        }
    }

    private var nodes = [Node()]
    private(set) var leaves: [Leaf] = []

    /// Puts route number `route` at its template.
    mutating func insert(_ method: HTTPMethod, _ template: String, route: Int) {
        precondition(template.hasPrefix("/"), "a template begins with a slash: \(template)")
        var node = 0
        var positions: [(name: String, segment: Int)] = []
        let segments =
            template == "/" ? [] : template.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (number, segment) in segments.enumerated() {
            if segment.hasPrefix("{") {
                precondition(segment.hasSuffix("}") && segment.count > 2, "a malformed parameter in \(template)")
                positions.append((String(segment.dropFirst().dropLast()), number))
                node = child(of: node, nodes[node].parameter) { $0.parameter = $1 }
            } else {
                precondition(!segment.isEmpty, "an empty segment in \(template)")
                let name = String(segment)
                node = child(of: node, nodes[node].literal(name)) { $0.literals.append((name, $1)) }
            }
        }
        let leaf = nodes[node].leaf ?? leaves.count
        if leaf == leaves.count { leaves.append(Leaf(positions: positions, routes: [], allow: "")) }
        nodes[node].leaf = leaf
        precondition(
            leaves[leaf].positions.map(\.name) == positions.map(\.name), "two names for a parameter of \(template)")
        precondition(!leaves[leaf].routes.contains { $0.method == method }, "\(method) \(template) is there twice")
        leaves[leaf].routes.append((method, route))
        leaves[leaf].allow = Self.allow(leaves[leaf].routes.map(\.method))
    }

    /// The place in `leaves` of the routes of a path.
    func leaf(of path: [String]) -> Int? { find(path, 0, 0) }

    private func find(_ path: [String], _ depth: Int, _ node: Int) -> Int? {
        guard depth < path.count else { return nodes[node].leaf }
        if let literal = nodes[node].literal(path[depth]), let found = find(path, depth + 1, literal) { return found }
        guard let parameter = nodes[node].parameter, !path[depth].isEmpty else { return nil }
        return find(path, depth + 1, parameter)
    }

    private mutating func child(of node: Int, _ existing: Int?, _ attach: (inout Node, Int) -> Void) -> Int {
        if let existing { return existing }
        nodes.append(Node())
        attach(&nodes[node], nodes.count - 1)
        return nodes.count - 1
    }

    private static func allow(_ methods: [HTTPMethod]) -> String {
        var names = methods.map(\.rawValue)
        if methods.contains(.get), !methods.contains(.head) { names.append("HEAD") }
        if !methods.contains(.options) { names.append("OPTIONS") }
        return names.sorted().joined(separator: ", ")
    }
}
