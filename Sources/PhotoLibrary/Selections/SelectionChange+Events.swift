extension SelectionChange {
    /// Joins steps that follow each other into one.
    /// - Returns: nil where what came before the last of them can't be undone.
    static func joining(_ changes: some Sequence<SelectionChange>, upTo version: Version) -> SelectionChange? {
        var order: [AssetID] = []
        var joined: [AssetID: Transition] = [:]
        for change in changes {
            if change.isRewritten { return nil }
            for transition in change.transitions {
                guard let id = transition.id else { continue }
                if let earlier = joined[id] {
                    joined[id] = Transition(before: earlier.before, after: transition.after)
                } else {
                    joined[id] = transition
                    order.append(id)
                }
            }
        }
        let transitions = order.compactMap { joined[$0] }.filter { $0.before != $0.after }
        return SelectionChange(version: version, transitions: transitions)
    }

    /// What happened, from a selection as it was to how it is.
    func events(from before: Selection, to after: Selection) -> [SelectionEvent] {
        let selected = transitions.filter { $0.before == nil }.compactMap(\.after)
        let deselected = transitions.filter { $0.after == nil }.compactMap(\.before)
        let stayed = transitions.filter { $0.before != nil && $0.after != nil }
        func ids(_ hasHappened: (SelectionItem, SelectionItem) -> Bool) -> [AssetID] {
            var found: [SelectionItem] = []
            for transition in stayed {
                if let before = transition.before, let after = transition.after, hasHappened(before, after) {
                    found.append(after)
                }
            }
            return found.sorted { $0.place < $1.place }.map(\.assetID)
        }
        var events: [SelectionEvent] = []
        func add(_ ids: [AssetID], _ event: ([AssetID]) -> SelectionEvent) {
            if !ids.isEmpty { events.append(event(ids)) }
        }
        add(selected.sorted { $0.place < $1.place }.map(\.assetID), SelectionEvent.selected)
        add(selected.filter(\.isFromCamera).sorted { $0.place < $1.place }.map(\.assetID), SelectionEvent.cameraUsed)
        add(deselected.sorted { $0.place < $1.place }.map(\.assetID), SelectionEvent.deselected)
        add(ids { $0.place != $1.place }, SelectionEvent.moved)
        add(ids { $0.edit != $1.edit }, SelectionEvent.edited)
        add(ids { !$0.isGone && $1.isGone }, SelectionEvent.assetGone)
        add(ids { $0.isGone && !$1.isGone }, SelectionEvent.assetBack)
        add(ids { $0.isGone == $1.isGone && $0.revision != $1.revision }, SelectionEvent.assetChanged)
        if before.count != after.count { events.append(.count(after.count)) }
        if before.state == .open, after.state != .open { events.append(.ended(after.state)) }
        return events
    }
}
