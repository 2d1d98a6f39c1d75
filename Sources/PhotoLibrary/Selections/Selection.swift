public import Platform

/// An ordered set of picked assets with its rules, at one version. A value that is cheap to copy.
public struct Selection: Sendable, Identifiable {
    /// Names it.
    public let id: SelectionID
    /// What may be picked.
    public let rules: SelectionRules
    /// When it was made.
    public let createdDate: Timestamp
    /// What the message about its end is signed with; empty in selections of older programs.
    public let secret: [UInt8]
    /// What the caller may change.
    public internal(set) var terms: SelectionTerms
    /// Grows by one with every change, from 1.
    public internal(set) var version: Version
    /// Where it is in its life.
    public internal(set) var state: SelectionState
    /// When it ended; nil where it is open.
    public internal(set) var endDate: Timestamp?
    var list: SelectionList

    init(
        id: SelectionID, rules: SelectionRules, createdDate: Timestamp, secret: [UInt8] = [], terms: SelectionTerms,
        version: Version = 1, state: SelectionState = .open, endDate: Timestamp? = nil,
        list: SelectionList = SelectionList()
    ) {
        self.id = id
        self.rules = rules
        self.createdDate = createdDate
        self.secret = secret
        self.terms = terms
        self.version = version
        self.state = state
        self.endDate = endDate
        self.list = list
    }

    /// How many picked assets count: those that are there.
    public var count: Int { list.presentCount }
    /// How many picked assets are gone.
    public var goneCount: Int { list.goneCount }
    /// How many items the list has, gone ones too.
    public var itemCount: Int { list.count }
    /// Whether no more can be picked.
    public var isFull: Bool { rules.limit.map { count >= $0 } ?? (count >= SelectionRules.largestCount) }
    /// The checksum of the assets' ids in order, gone ones too, as clients compute it: 16 hexadecimal digits.
    public var checksum: String { OrderChecksum.text(list.checksum.forward) }

    /// The items at these indexes, gone ones counted, clamped to those that there are.
    public func items(in range: Range<Int>) -> [SelectionItem] { list.items(in: range) }
    /// The item of an asset.
    public func item(of id: AssetID) -> SelectionItem? { list.item(of: id) }
    /// The index of an asset's item, gone ones counted.
    public func index(of id: AssetID) -> Int? { list.index(of: id) }
    /// The number of an asset, from 1 in order of choice; nil where it is gone or not picked. Costs O(log n).
    public func number(of id: AssetID) -> Int? { list.number(of: id) }

    /// What came of it; nil as long as it is open.
    public var outcome: SelectionOutcome? {
        guard let endDate, state != .open else { return nil }
        var items: [SelectionOutcome.Item] = []
        func add(_ id: AssetID, _ edit: SelectionEdit) {
            items.append(SelectionOutcome.Item(number: items.count + 1, assetID: id, edit: edit))
        }
        switch state {
        case .completed: for item in list.all where !item.isGone { add(item.assetID, item.edit) }
        case .cancelled: for id in rules.preselected { add(id, SelectionEdit()) }
        case .open, .expired: break
        }
        return SelectionOutcome(state: state, date: endDate, items: items)
    }
}
