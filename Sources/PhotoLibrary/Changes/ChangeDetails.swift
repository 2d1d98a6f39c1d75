/// What makes one ordered list out of another (PhotoKit's `PHFetchResultChangeDetails`), in batch form.
///
/// To apply it: take `removed` and every `moved.from` out of the list before; put `inserted` and `moved.to` in at their
/// places in the list after, ascending; replace what `changed` names. What comes out is the list after.
public struct ChangeDetails<ID: Hashable & Sendable>: Sendable, Equatable {
    /// Something that is in both lists at places that no longer agree with the others.
    public struct Move: Sendable, Equatable {
        /// Place in the list before.
        public let from: Int
        /// Place in the list after.
        public let to: Int
        /// What moved.
        public let id: ID
    }

    /// Something at a place in the list after.
    public struct Place: Sendable, Equatable {
        /// Place in the list after.
        public let index: Int
        /// What is there.
        public let id: ID
        /// What of it changed; nothing where it came in.
        public var fields: ChangedFields = []
    }

    /// Length of the list before.
    public internal(set) var countBefore: Int
    /// Length of the list after.
    public internal(set) var countAfter: Int
    /// Places in the list before, ascending.
    public internal(set) var removed: [Int] = []
    /// By place in the list after, ascending; no more than have to be.
    public internal(set) var moved: [Move] = []
    /// By place, ascending.
    public internal(set) var inserted: [Place] = []
    /// What is in both lists and looks different now; by place, ascending.
    public internal(set) var changed: [Place] = []

    /// The change of a list of that length that stays as it is.
    public static func none(count: Int) -> ChangeDetails { ChangeDetails(countBefore: count, countAfter: count) }

    /// Whether the lists are the same.
    public var isEmpty: Bool { removed.isEmpty && moved.isEmpty && inserted.isEmpty && changed.isEmpty }
    /// How many entries it has.
    var entryCount: Int { removed.count + moved.count + inserted.count + changed.count }
}
