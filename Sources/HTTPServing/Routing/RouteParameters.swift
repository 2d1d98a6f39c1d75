/// What a route's template found in a path, by name.
public struct RouteParameters: Sendable {
    /// Each parameter's name and the number of its segment.
    let positions: [(name: String, segment: Int)]
    let path: [String]

    /// The decoded segment that stands for `{name}` in the template.
    public subscript(name: String) -> String {
        for position in positions where position.name == name { return path[position.segment] }
        preconditionFailure("the template has no parameter {\(name)}")
    }
}
