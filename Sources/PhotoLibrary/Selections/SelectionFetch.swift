/// What may be picked from.
public struct SelectionFetch: Sendable, Hashable, Codable {
    /// Which assets, and in which order a picker shows them.
    public var request: FetchRequest
    /// What the caller said, in the words of a list of assets, by name.
    public var parameters: [String: String]

    /// Puts both together; they must mean the same.
    public init(request: FetchRequest, parameters: [String: String] = [:]) {
        self.request = request
        self.parameters = parameters
    }
}
