/// The ordered list of assets that a fetch gives at one version. It never changes; later versions share its memory.
public struct FetchResult: Sendable {
    /// What was asked.
    public let request: FetchRequest
    /// The version that it is true for.
    public let version: Version

    /// How many assets there are.
    public var count: Int { 0 }

    /// The assets at these places, clamped to those that there are. Costs O(log n) and the length of the range.
    public func summaries(in range: Range<Int>) -> [AssetSummary] { [] }

    /// The ids at these places, clamped to those that there are. Costs O(log n) and the length of the range.
    public func ids(in range: Range<Int>) -> [AssetID] { [] }

    /// The place of an asset; nil where it is not in here. Costs O(log n).
    public func index(of id: AssetID) -> Int? { nil }

    /// The cursor behind the asset at `index`.
    public func cursor(after index: Int) -> FetchCursor? { nil }

    /// The first place behind the cursor; `count` where none is. Costs O(log n).
    public func index(after cursor: FetchCursor) -> Int { 0 }
}
