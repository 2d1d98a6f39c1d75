/// A selection as it is, with its last steps.
public struct SelectionSnapshot: Sendable {
    /// The selection.
    public internal(set) var selection: Selection
    var log: SelectionLog
    /// How often a client was refused since it would have been too many, since the server started.
    public internal(set) var refusalCount = 0
    /// The last such refusal.
    public internal(set) var lastRefusal: SelectionRefusal?

    /// How it became what it is from how it was at an older version.
    public struct Difference: Sendable {
        /// The selection as it was.
        public let before: Selection
        /// How its list changed; edits and changes of the assets count as changed.
        public let details: ChangeDetails<AssetID>
        /// What happened.
        public let events: [SelectionEvent]
    }

    /// What happened since a version; nil where that is not known any more. In O(k log n) for k touched items.
    public func difference(since version: Version) -> Difference? {
        guard let change = log.change(since: version, upTo: selection.version) else { return nil }
        let before = selection.undoing(change, to: version)
        let touched = change.transitions.compactMap { transition -> ChangeDetails<AssetID>.Touched? in
            guard let id = transition.id else { return nil }
            return ChangeDetails<AssetID>.Touched(
                id: id, before: before.list.index(of: id), after: selection.list.index(of: id),
                isChanged: transition.isVisibleInPlace)
        }
        let details = ChangeDetails.find(
            countBefore: before.itemCount, countAfter: selection.itemCount, touched: touched, limit: .max,
            idsBefore: { before.list.ids(in: $0) })
        guard let details else { return nil }
        return Difference(before: before, details: details, events: change.events(from: before, to: selection))
    }

    /// The selection as it was at a version; nil where that is not known any more.
    public func selection(at version: Version) -> Selection? {
        log.change(since: version, upTo: selection.version).map { selection.undoing($0, to: version) }
    }
}

extension Selection {
    /// As it was before a change: the list, and whether it was open.
    fileprivate func undoing(_ change: SelectionChange, to version: Version) -> Selection {
        guard version != self.version else { return self }
        var past = self
        past.version = version
        // Whatever ends a selection is its last step.
        past.state = .open
        past.endDate = nil
        for transition in change.transitions {
            if let id = transition.id { past.list.remove(id) }
        }
        for case let before? in change.transitions.map(\.before) { past.list.put(before) }
        return past
    }
}

extension SelectionChange.Transition {
    /// Whether the item looks different, but for its place.
    fileprivate var isVisibleInPlace: Bool {
        guard let before, let after else { return false }
        return before.edit != after.edit || before.isGone != after.isGone || before.revision != after.revision
            || before.mediaType != after.mediaType
    }
}
