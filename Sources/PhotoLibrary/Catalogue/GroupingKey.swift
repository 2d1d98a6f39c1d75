public import Platform

/// What files may share that belong together, for finding them.
public enum GroupingKey: Hashable, Sendable {
    /// The directory, and the name up to the last dot.
    case stem(FolderID, FileName)
    /// Apple's content identifier, in any directory.
    case contentIdentifier(String)
    /// The directory, and the burst identifier.
    case burst(FolderID, String)
}
