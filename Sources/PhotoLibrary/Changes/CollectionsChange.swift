/// How the list of collections became another.
public struct CollectionsChange: Sendable {
    /// What to do with the list before.
    public enum Outcome: Sendable {
        /// Change it step by step.
        case incremental(ChangeDetails<CollectionID>)
        /// Take the list anew.
        case reload(FetchChange.Reason)
    }

    /// What to do with the list before.
    public let outcome: Outcome
    /// The list that it became.
    public let now: CollectionList
}
