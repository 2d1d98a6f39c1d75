/// What one step, or several together, did to a selection.
public struct SelectionChange: Sendable {
    /// What became of one asset's item; both sides are never nil at once.
    public struct Transition: Sendable, Hashable {
        /// As it was; nil where it was picked.
        public let before: SelectionItem?
        /// As it is; nil where it was put back.
        public let after: SelectionItem?

        /// The asset.
        var id: AssetID? { (after ?? before)?.assetID }
    }

    /// The version that it leads to.
    public let version: Version
    /// Each item that it touched, once.
    public let transitions: [Transition]
    /// Whether all items were given new places, too, in the same order: what came before can't be undone.
    let isRewritten: Bool

    init(version: Version, transitions: [Transition], isRewritten: Bool = false) {
        self.version = version
        self.transitions = transitions
        self.isRewritten = isRewritten
    }
}
