/// In which order a fetch gives assets.
public struct FetchSort: Hashable, Sendable, Codable {
    /// What to order by. Ties are broken by id; among those taken at the same time, by name before.
    public enum Key: UInt8, Sendable, CaseIterable, Codable {
        /// Date taken, see `TakenTime`.
        case taken
        /// When the library first saw it.
        case added
        /// Last change of the main file's content.
        case modified
        /// The main file's name, by bytes.
        case name
        /// Length of the main file.
        case size
    }

    /// What to order by.
    public var key: Key
    /// From small to great. The other way round is exactly this order reversed, ties too.
    public var isAscending: Bool

    /// Makes an order; the greatest first unless told.
    public init(_ key: Key, isAscending: Bool = false) {
        self.key = key
        self.isAscending = isAscending
    }
}
