/// Which of a collection's assets a fetch gives.
public indirect enum FetchFilter: Hashable, Sendable, Codable {
    /// Assets that all of these choose; every asset where there are none.
    case all([FetchFilter])
    /// Assets of one of these media types.
    case mediaTypes(Set<MediaType>)
    /// Assets taken at `from` or later and before `until`; nil leaves that end open.
    case taken(from: TakenTime?, until: TakenTime?)
    /// Assets taken when the clock on the wall there showed `from` or later and less than `until`, whatever its zone.
    case takenOnWall(from: TakenTime?, until: TakenTime?)
    /// Assets directly in a directory.
    case folder(FolderID)
    /// Assets whose filename holds this text; letters that differ only in case or in how Unicode composes them are equal.
    case filename(contains: String)
    /// Favourites, or all others.
    case favorite(Bool)
    /// Hidden assets, or all others. Without this, a fetch leaves hidden assets out.
    case hidden(Bool)
    /// Assets of another collection, too.
    case member(CollectionID)
    /// Assets of a chosen set.
    case subset(AssetSubset)

    /// Whether this says anything about hidden assets.
    var mentionsHidden: Bool {
        switch self {
        case .all(let parts): parts.contains { $0.mentionsHidden }
        case .hidden: true
        default: false
        }
    }
}
