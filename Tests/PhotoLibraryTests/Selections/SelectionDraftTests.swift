import Platform
import Testing

@testable import PhotoLibrary

/// What each action makes of a selection, by tables. Assets are numbers: below 100 pictures, from 100 on videos, from 200
/// on those that may not be picked, from 300 on those that nobody knows.
@Suite struct SelectionDraftTests {
    static let assets = SelectableAssets { id in
        switch id.rawValue {
        case 1..<100: .init(mediaType: .image, revision: 1, isSelectable: true)
        case 100..<200: .init(mediaType: .video, revision: 1, isSelectable: true)
        case 200..<300: .init(mediaType: .image, revision: 1, isSelectable: false)
        default: nil
        }
    }

    static func ids(_ numbers: [Int64]) -> [AssetID] { numbers.map(AssetID.init) }

    static func selection(_ picked: [Int64] = [], _ change: (inout SelectionRules) -> Void = { _ in }) -> Selection {
        var rules = SelectionRules()
        change(&rules)
        rules.preselected = ids(picked)
        var draft = SelectionDraft(
            Selection(
                id: SelectionID(rawValue: 1), rules: rules, createdDate: Timestamp(seconds: 0),
                terms: SelectionTerms(expiryDate: Timestamp(seconds: 100))))
        draft.preselect(among: assets)
        return draft.after
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var picked: [Int64] = []
        var rules: @Sendable (inout SelectionRules) -> Void = { _ in }
        let actions: [SelectionAction]
        var result: [Int64] = []
        var refusal: SelectionRefusal?
    }

    static func id(_ number: Int64) -> AssetID { AssetID(rawValue: number) }

    static let rows: [Row] = [
        Row(testDescription: "order of choice", actions: [.add(ids([3, 1, 2]))], result: [3, 1, 2]),
        Row(testDescription: "twice", picked: [3, 1], actions: [.add(ids([1, 3, 3, 2, 2]))], result: [3, 1, 2]),
        Row(testDescription: "remove", picked: [1, 2, 3], actions: [.remove(ids([2, 9]))], result: [1, 3]),
        Row(testDescription: "clear", picked: [1, 2], actions: [.clear, .add(ids([2]))], result: [2]),
        Row(
            testDescription: "replace", picked: [1, 2, 3], actions: [.replace(id(2), with: id(9))], result: [1, 9, 3]),
        Row(
            testDescription: "replaced already", picked: [1, 9], actions: [.replace(id(2), with: id(9))],
            result: [1, 9]),
        Row(
            testDescription: "replace by what is picked", picked: [1, 2], actions: [.replace(id(2), with: id(1))],
            refusal: .alreadySelected(id(1))),
        Row(
            testDescription: "replace what is not", picked: [1], actions: [.replace(id(2), with: id(3))],
            refusal: .notSelected(id(2))),
        Row(
            testDescription: "replace where full", picked: [1, 2], rules: { $0.maximum = 2 },
            actions: [.replace(id(1), with: id(3))], result: [3, 2]),
        Row(testDescription: "to the front", picked: [1, 2, 3], actions: [.move(id(3), to: 1)], result: [3, 1, 2]),
        Row(testDescription: "to the middle", picked: [1, 2, 3], actions: [.move(id(1), to: 2)], result: [2, 1, 3]),
        Row(testDescription: "to the end", picked: [1, 2, 3], actions: [.move(id(1), to: 99)], result: [2, 3, 1]),
        Row(testDescription: "to where it is", picked: [1, 2], actions: [.move(id(2), to: 2)], result: [1, 2]),
        Row(
            testDescription: "move without order", picked: [1, 2], rules: { $0.isOrdered = false },
            actions: [.move(id(2), to: 1)], refusal: .notOrdered),
        Row(
            testDescription: "full", picked: [1, 2], rules: { $0.maximum = 2 }, actions: [.add(ids([3]))],
            refusal: .limitExceeded(maximum: 2, type: nil)),
        Row(
            testDescription: "full, one out, one in", picked: [1, 2], rules: { $0.maximum = 2 },
            actions: [.add(ids([3])), .remove(ids([1]))], result: [2, 3]),
        Row(
            testDescription: "five with three places", picked: [1], rules: { $0.maximum = 4 },
            actions: [.add(ids([2, 3, 4, 5, 6]))], refusal: .limitExceeded(maximum: 4, type: nil)),
        Row(
            testDescription: "no maximum", rules: { $0.maximum = 0 }, actions: [.add(ids(Array(1...50)))],
            result: Array(1...50)),
        Row(
            testDescription: "maximum of a type", picked: [100], rules: { $0.maximumByType = [.video: 1] },
            actions: [.add(ids([1, 101]))], refusal: .limitExceeded(maximum: 1, type: .video)),
        Row(
            testDescription: "single takes the place", picked: [1], rules: { $0.allowsMultipleSelection = false },
            actions: [.add(ids([2]))], result: [2]),
        Row(
            testDescription: "single, two at once", rules: { $0.allowsMultipleSelection = false },
            actions: [.add(ids([1, 2]))], refusal: .limitExceeded(maximum: 1, type: nil)),
        Row(
            testDescription: "too many preselected may be put back", picked: [1, 2, 3, 4], rules: { $0.maximum = 2 },
            actions: [.remove(ids([1]))], result: [2, 3, 4]),
        Row(
            testDescription: "too many preselected, one more", picked: [1, 2, 3, 4], rules: { $0.maximum = 2 },
            actions: [.add(ids([5]))], refusal: .limitExceeded(maximum: 2, type: nil)),
        Row(testDescription: "unknown", actions: [.add(ids([1, 300]))], refusal: .unknownAsset(id(300))),
        Row(testDescription: "not to be picked", actions: [.add(ids([200]))], refusal: .notSelectable(id(200))),
        Row(
            testDescription: "crop that is not wanted", picked: [1], actions: [.edit(id(1), cropped)],
            refusal: .cropNotAllowed),
        Row(
            testDescription: "edit of what is not picked", actions: [.edit(id(1), SelectionEdit())],
            refusal: .notSelected(id(1))),
    ]

    static var cropped: SelectionEdit {
        var edit = SelectionEdit()
        edit.crop = CropRectangle(x: 0.1, y: 0.2, width: 0.5, height: 0.8)
        return edit
    }

    @Test(arguments: rows) func actions(_ row: Row) throws {
        let before = Self.selection(row.picked, row.rules)
        var draft = SelectionDraft(before)
        do throws(SelectionRefusal) {
            try draft.apply(row.actions, among: Self.assets)
        } catch {
            #expect(error == row.refusal)
            return
        }
        #expect(row.refusal == nil)
        let after = draft.finish()
        let list = (after?.selection ?? before).list.all
        #expect(list.map(\.assetID) == Self.ids(row.result))
        #expect((after == nil) == (before.list.all == list), "a version only for what changed")
        for (index, item) in list.enumerated() {
            #expect((after?.selection ?? before).number(of: item.assetID) == index + 1)
        }
    }

    @Test func goneItemsKeepTheirPlacesAndDoNotCount() throws {
        let before = Self.selection([1, 2, 3, 4]) { $0.maximum = 4 }
        var draft = SelectionDraft(before)
        let without3 = SelectableAssets { $0.rawValue == 3 ? nil : Self.assets.facts($0) }
        draft.follow([Self.id(3)], without3, owner: { _ in nil })
        var now = try #require(draft.finish())
        #expect(now.change.events(from: before, to: now.selection) == [.assetGone([Self.id(3)]), .count(3)])
        #expect([1, 2, 3, 4].map { now.selection.number(of: Self.id($0)) } == [1, 2, nil, 3])
        draft = SelectionDraft(now.selection)
        try draft.apply([.add([Self.id(5)]), .move(Self.id(5), to: 3)], among: without3)
        now = try #require(draft.finish())
        #expect(now.selection.list.all.map(\.assetID) == Self.ids([1, 2, 3, 5, 4]))
        #expect(throws: SelectionRefusal.itemsGone([Self.id(3)])) {
            try draft.complete(withoutGone: false, at: Timestamp(seconds: 1))
        }
        // It comes back in its place, and then there is one too many.
        var back = SelectionDraft(now.selection)
        back.follow([Self.id(3)], Self.assets, owner: { _ in nil })
        let returned = try #require(back.finish())
        #expect(returned.selection.number(of: Self.id(3)) == 3 && returned.selection.count == 5)
        #expect(throws: SelectionRefusal.limitExceeded(maximum: 4, type: nil)) {
            try back.complete(withoutGone: false, at: Timestamp(seconds: 1))
        }
        try draft.complete(withoutGone: true, at: Timestamp(seconds: 1))
        let outcome = try #require(draft.after.outcome)
        #expect(outcome.items.map(\.assetID) == Self.ids([1, 2, 5, 4]) && outcome.items.map(\.number) == [1, 2, 3, 4])
    }

    @Test func anAssetThatJoinsAGroupIsPickedAsTheGroup() throws {
        var draft = SelectionDraft(Self.selection([100, 2]))
        try draft.apply([.edit(Self.id(100), Self.turned)], among: Self.assets)
        let paired = SelectableAssets { $0.rawValue == 100 ? nil : Self.assets.facts($0) }
        draft.follow([Self.id(100)], paired, owner: { _ in Self.id(7) })
        #expect(draft.after.list.all.map(\.assetID) == Self.ids([7, 2]))
        #expect(draft.after.item(of: Self.id(7))?.edit == Self.turned)
        var both = SelectionDraft(Self.selection([100, 7]))
        both.follow([Self.id(100)], paired, owner: { _ in Self.id(7) })
        #expect(both.after.item(of: Self.id(100))?.isGone == true && both.after.number(of: Self.id(7)) == 1)
    }

    static var turned: SelectionEdit {
        var edit = SelectionEdit()
        edit.rotation = 90
        return edit
    }

    @Test func itEndsOnce() throws {
        var draft = SelectionDraft(Self.selection([1]) { $0.minimum = 2 })
        #expect(throws: SelectionRefusal.belowMinimum(2)) {
            try draft.complete(withoutGone: false, at: Timestamp(seconds: 1))
        }
        draft.expire(at: Timestamp(seconds: 99))
        #expect(draft.after.state == .open)
        try draft.cancel(at: Timestamp(seconds: 99))
        try draft.cancel(at: Timestamp(seconds: 100))
        draft.expire(at: Timestamp(seconds: 101))
        #expect(draft.after.outcome?.items.map(\.assetID) == Self.ids([1]))
        #expect(draft.after.endDate == Timestamp(seconds: 99))
        #expect(throws: SelectionRefusal.ended(.cancelled)) { try draft.apply([.clear], among: Self.assets) }
        #expect(throws: SelectionRefusal.ended(.cancelled)) {
            try draft.complete(withoutGone: true, at: Timestamp(seconds: 101))
        }
    }

    @Test func movesIntoOneGapNeverRunOutOfPlaces() throws {
        var selection = Self.selection(Array(1...60)) { $0.maximum = 0 }
        for round in 0..<200 {
            var draft = SelectionDraft(selection)
            let last = try #require(selection.list.item(at: 59)?.assetID)
            try draft.apply([.move(last, to: 2)], among: Self.assets)
            var expected = selection.list.all.map(\.assetID)
            expected.insert(expected.removeLast(), at: 1)
            selection = try #require(draft.finish()).selection
            #expect(selection.list.all.map(\.assetID) == expected, "round \(round)")
        }
    }

    struct WrongRule: Sendable {
        let name: String
        let change: @Sendable (inout SelectionRules) -> Void
    }

    static let wrongRules: [WrongRule] = [
        WrongRule(name: "maximum") { $0.maximum = -1 },
        WrongRule(name: "maximum") { rules in
            rules.allowsMultipleSelection = false
            rules.maximum = 2
        },
        WrongRule(name: "minimum") { $0.minimum = 10 },
        WrongRule(name: "minimum") { $0.minimum = -1 },
        WrongRule(name: "maximumByType") { $0.maximumByType = [.video: -1] },
        WrongRule(name: "crop") { $0.crop = .ratio(width: 0, height: 1) },
        WrongRule(name: "preselected") { $0.preselected = ids([1, 1]) },
    ]

    @Test(arguments: wrongRules) func aWrongRuleIsNamed(_ wrong: WrongRule) throws {
        var rules = SelectionRules()
        try rules.check()
        wrong.change(&rules)
        do {
            try rules.check()
            Issue.record("no fault")
        } catch { #expect(error.rule == wrong.name) }
    }
}
