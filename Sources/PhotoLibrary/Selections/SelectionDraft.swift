import Platform

/// One step of a selection in the making. Pure: nothing of it shows unless `finish` is reached.
struct SelectionDraft {
    /// Between the places of items that were picked one after the other: room for 24 items in the same gap before all
    /// places have to be given anew, and for more pickings at the end than anybody makes.
    static let gap: Int64 = 1 << 24

    private let before: Selection
    private(set) var after: Selection
    private var touched: [AssetID] = []
    private var originals: [AssetID: SelectionItem?] = [:]
    private var isRewritten = false

    /// Begins with a selection as it is.
    init(_ selection: Selection) {
        before = selection
        after = selection
    }

    /// What came of the step: the selection and what changed of its items; nil where nothing did.
    func finish() -> (selection: Selection, change: SelectionChange)? {
        let transitions = touched.compactMap { id -> SelectionChange.Transition? in
            let transition = SelectionChange.Transition(before: originals[id] ?? nil, after: after.list.item(of: id))
            return transition.before == transition.after ? nil : transition
        }
        guard !transitions.isEmpty || after.state != before.state || after.terms != before.terms else { return nil }
        var selection = after
        selection.version += 1
        return (
            selection,
            SelectionChange(version: selection.version, transitions: transitions, isRewritten: isRewritten)
        )
    }

    /// Changes the terms.
    mutating func set(_ terms: SelectionTerms) throws(SelectionRefusal) {
        try checkOpen()
        after.terms = terms
    }

    /// Picks what the rules say, whatever its number; what the library does not have is gone from the start.
    mutating func preselect(among assets: SelectableAssets) {
        for id in after.rules.preselected {
            let facts = assets.facts(id)
            var item = SelectionItem(
                assetID: id, mediaType: facts?.mediaType ?? .unknown, revision: facts?.revision ?? 0,
                place: placeAtEnd)
            item.isGone = facts == nil
            put(item)
        }
    }

    /// Takes actions one after the other, all or none.
    mutating func apply(_ actions: [SelectionAction], among assets: SelectableAssets) throws(SelectionRefusal) {
        try checkOpen()
        for action in actions {
            switch action {
            case .add(let ids): try add(ids, among: assets)
            case .camera(let id): try addFromCamera(id, among: assets)
            case .remove(let ids): for id in ids { remove(id) }
            case .replace(let old, let new): try replace(old, with: new, among: assets)
            case .move(let id, let number): try move(id, to: number)
            case .clear: for item in after.list.all { remove(item.assetID) }
            case .edit(let id, let edit): try self.edit(id, edit)
            }
        }
        try checkLimits { $0 > $1 }
    }

    /// Completes it. One that is completed already stays as it is.
    /// - Parameter withoutGone: whether to leave assets out that are gone, rather than to refuse.
    mutating func complete(withoutGone: Bool, at date: Timestamp) throws(SelectionRefusal) {
        if after.state == .completed { return }
        try checkOpen()
        try checkLimits { _, _ in true }
        guard after.count >= after.rules.minimum else { throw .belowMinimum(after.rules.minimum) }
        if after.goneCount > 0, !withoutGone { throw .itemsGone(after.list.allGone.map(\.assetID)) }
        end(.completed, at: date)
    }

    /// Cancels it. One that is cancelled already stays as it is.
    mutating func cancel(at date: Timestamp) throws(SelectionRefusal) {
        if after.state == .cancelled { return }
        try checkOpen()
        end(.cancelled, at: date)
    }

    /// Ends it where its time is over.
    mutating func expire(at date: Timestamp) {
        guard after.state == .open, let expiry = after.terms.expiryDate, expiry <= date else { return }
        end(.expired, at: date)
    }

    /// Takes over what the library now says of assets, where they are picked.
    /// - Parameter owner: the asset that is shown for one that became a member of its group.
    mutating func follow(_ ids: some Sequence<AssetID>, _ assets: SelectableAssets, owner: (AssetID) -> AssetID?) {
        guard after.state == .open else { return }
        for id in ids {
            guard var item = after.list.item(of: id) else { continue }
            if let facts = assets.facts(id) {
                item.isGone = false
                item.mediaType = facts.mediaType
                item.revision = facts.revision
            } else if let owner = owner(id), after.list.item(of: owner) == nil, let facts = assets.facts(owner) {
                var heir = SelectionItem(
                    assetID: owner, mediaType: facts.mediaType, revision: facts.revision, place: item.place)
                heir.edit = item.edit
                remove(id)
                put(heir)
                continue
            } else {
                item.isGone = true
            }
            if item != after.list.item(of: id) { put(item) }
        }
    }

    private func checkOpen() throws(SelectionRefusal) {
        guard after.state == .open else { throw .ended(after.state) }
    }

    /// Looks at the maxima that are exceeded; `isWrong` says of the count now and before whether that is a fault.
    private func checkLimits(_ isWrong: (Int, Int) -> Bool) throws(SelectionRefusal) {
        let limit = after.rules.limit ?? SelectionRules.largestCount
        if after.count > limit, isWrong(after.count, before.count) {
            throw .limitExceeded(maximum: limit, type: nil)
        }
        for (type, maximum) in after.rules.maximumByType {
            let count = after.list.presentCount(of: type)
            if count > maximum, isWrong(count, before.list.presentCount(of: type)) {
                throw .limitExceeded(maximum: maximum, type: type)
            }
        }
    }

    private mutating func end(_ state: SelectionState, at date: Timestamp) {
        after.state = state
        after.endDate = date
    }
}

extension SelectionDraft {
    private mutating func add(_ ids: [AssetID], among assets: SelectableAssets) throws(SelectionRefusal) {
        var fresh: [SelectionItem] = []
        for id in ids where after.list.item(of: id) == nil {
            fresh.append(try makeItem(id, at: 0, among: assets))
        }
        if !after.rules.allowsMultipleSelection, fresh.count == 1 {
            for item in after.list.all { remove(item.assetID) }
        }
        for var item in fresh where after.list.item(of: item.assetID) == nil {
            item.place = placeAtEnd
            put(item)
        }
    }

    private mutating func addFromCamera(_ id: AssetID, among assets: SelectableAssets) throws(SelectionRefusal) {
        guard after.list.item(of: id) == nil else { return }
        guard let facts = assets.facts(id) else { throw .unknownAsset(id) }
        if !after.rules.allowsMultipleSelection { for item in after.list.all { remove(item.assetID) } }
        var item = SelectionItem(
            assetID: id, mediaType: facts.mediaType, revision: facts.revision, place: placeAtEnd)
        item.isFromCamera = true
        put(item)
    }

    private mutating func replace(
        _ old: AssetID, with new: AssetID, among assets: SelectableAssets
    ) throws(SelectionRefusal) {
        guard let item = after.list.item(of: old) else {
            // Done already, should this be a repetition.
            if after.list.item(of: new) != nil { return }
            throw .notSelected(old)
        }
        if old == new { return }
        guard after.list.item(of: new) == nil else { throw .alreadySelected(new) }
        let heir = try makeItem(new, at: item.place, among: assets)
        remove(old)
        put(heir)
    }

    private mutating func move(_ id: AssetID, to number: Int) throws(SelectionRefusal) {
        guard after.rules.isOrdered else { throw .notOrdered }
        guard let item = after.list.item(of: id) else { throw .notSelected(id) }
        let wanted = min(max(number, 1), after.count)
        guard !item.isGone else { throw .itemsGone([id]) }
        if after.list.number(of: id) == wanted { return }
        remove(id)
        var moved = item
        moved.place = place(before: after.list.item(numbered: wanted))
        put(moved)
    }

    private mutating func edit(_ id: AssetID, _ edit: SelectionEdit) throws(SelectionRefusal) {
        guard var item = after.list.item(of: id) else { throw .notSelected(id) }
        guard edit.crop == nil || after.rules.crop != .none else { throw .cropNotAllowed }
        if item.edit == edit { return }
        item.edit = edit
        put(item)
    }

    private func makeItem(
        _ id: AssetID, at place: Int64, among assets: SelectableAssets
    ) throws(SelectionRefusal) -> SelectionItem {
        guard let facts = assets.facts(id) else { throw .unknownAsset(id) }
        guard facts.isSelectable else { throw .notSelectable(id) }
        return SelectionItem(assetID: id, mediaType: facts.mediaType, revision: facts.revision, place: place)
    }

    private mutating func put(_ item: SelectionItem) {
        note(item.assetID)
        after.list.put(item)
    }

    private mutating func remove(_ id: AssetID) {
        note(id)
        after.list.remove(id)
    }

    private mutating func note(_ id: AssetID) {
        guard originals[id] == nil else { return }
        originals[id] = .some(after.list.item(of: id))
        touched.append(id)
    }

    private var placeAtEnd: Int64 { after.list.last.map { $0.place + Self.gap } ?? 0 }

    /// A place right before an item, or behind all others.
    private mutating func place(before next: SelectionItem?) -> Int64 {
        guard let next, let index = after.list.index(of: next.assetID) else { return placeAtEnd }
        guard let previous = after.list.item(at: index - 1) else { return next.place - Self.gap }
        let middle = previous.place + (next.place - previous.place) / 2
        if middle > previous.place { return middle }
        rewrite()
        return place(before: after.list.item(of: next.assetID))
    }

    /// Gives all items new places in the same order.
    private mutating func rewrite() {
        isRewritten = true
        var place: Int64 = 0
        after.list = SelectionList(
            after.list.all.map { item in
                var item = item
                item.place = place
                place += Self.gap
                return item
            })
    }
}
