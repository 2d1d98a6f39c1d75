/// A chosen set of assets. Its name stands for it where sets are compared: another set has another name.
public struct AssetSubset: Sendable, Codable {
    /// Names the set as it is.
    public let name: String
    /// The assets, whether they are there or not.
    public let assets: Set<AssetID>

    /// Makes a set.
    public init(name: String, assets: Set<AssetID>) {
        self.name = name
        self.assets = assets
    }
}

extension AssetSubset: Hashable {
    /// Whether the names are the same.
    public static func == (left: AssetSubset, right: AssetSubset) -> Bool { left.name == right.name }

    /// Takes the name alone.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
