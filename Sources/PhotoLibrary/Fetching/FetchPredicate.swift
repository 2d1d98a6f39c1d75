/// Tells for one asset whether a fetch gives it, from its summary alone.
struct FetchPredicate: Sendable {
    /// Whether the fetch gives the asset.
    let matches: @Sendable (AssetSummary) -> Bool

    /// Makes a predicate of a function.
    init(_ matches: @escaping @Sendable (AssetSummary) -> Bool) { self.matches = matches }

    /// Makes ready what a filter needs, once for all assets.
    init(_ filter: FetchFilter) {
        switch filter {
        case .all(let parts):
            let parts = parts.map(FetchPredicate.init)
            matches = { asset in parts.allSatisfy { $0.matches(asset) } }
        case .mediaTypes(let types): matches = { types.contains($0.mediaType) }
        case .taken(let from, let until):
            matches = { Self.range(from, until)($0.taken) }
        case .takenOnWall(let from, let until):
            matches = { Self.range(from, until)($0.takenOnWall) }
        case .folder(let id): matches = { $0.folderID == id }
        case .filename(let text):
            let matcher = FilenameMatcher(text)
            matches = { matcher.matches($0.filename) }
        case .favorite(let isFavorite): matches = { $0.isFavorite == isFavorite }
        case .hidden(let isHidden): matches = { $0.isHidden == isHidden }
        case .member(let collection): matches = { collection.holds($0) }
        case .subset(let subset): matches = { subset.assets.contains($0.id) }
        }
    }

    private static func range(_ from: TakenTime?, _ until: TakenTime?) -> (TakenTime) -> Bool {
        { time in (from.map { time >= $0 } ?? true) && (until.map { time < $0 } ?? true) }
    }
}
