import Platform
import TestSupport
import Testing

@testable import PhotoLibrary

/// Random actions of several clients, restarts, and assets that go and come back beneath, against a simple reference.
@Suite struct SelectionModelTests {
    /// The reference: a plain list.
    struct Model {
        var maximum = 0
        var ids: [AssetID] = []
        var gone: Set<AssetID> = []
        var present: [AssetID] { ids.filter { !gone.contains($0) } }

        mutating func add(_ more: [AssetID], absent: Set<AssetID>) -> Bool {
            let fresh = more.reduce(into: [AssetID]()) { if !ids.contains($1), !$0.contains($1) { $0.append($1) } }
            guard absent.isDisjoint(with: fresh), fresh.isEmpty || present.count + fresh.count <= maximum else {
                return false
            }
            ids += fresh
            return true
        }

        mutating func move(_ id: AssetID, to number: Int) -> Bool {
            guard present.contains(id) else { return false }
            let target = min(max(number, 1), present.count)
            if present.firstIndex(of: id) == target - 1 { return true }
            ids.removeAll { $0 == id }
            let others = present
            ids.insert(
                id, at: target - 1 < others.count ? ids.firstIndex(of: others[target - 1]) ?? 0 : ids.count)
            return true
        }
    }

    /// A client that only ever applies differences.
    struct Observer {
        var version: Version = 1
        var ids: [AssetID] = []
        var terminalEvents = 0

        mutating func update(_ snapshot: SelectionSnapshot) throws {
            guard let difference = snapshot.difference(since: version) else {
                ids = snapshot.selection.list.all.map(\.assetID)
                version = snapshot.selection.version
                return
            }
            let details = difference.details
            #expect(details.countBefore == ids.count)
            let leaving = Set(details.removed + details.moved.map(\.from))
            var coming = Dictionary(
                (details.inserted.map { ($0.index, $0.id) } + details.moved.map { ($0.to, $0.id) }),
                uniquingKeysWith: { first, _ in first })
            var rest = ids.enumerated().filter { !leaving.contains($0.offset) }.map(\.element)[...]
            ids = (0..<details.countAfter).compactMap { coming.removeValue(forKey: $0) ?? rest.popFirst() }
            version = snapshot.selection.version
            #expect(ids == snapshot.selection.list.all.map(\.assetID))
            terminalEvents += difference.events.count { if case .ended = $0 { true } else { false } }
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>) func randomLives(_ seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let sample = try await SampleLibrary()
        var catalogue = sample.catalogue
        var library = try await Library.open(catalogue)
        var keeper = try await SelectionKeeper.open(catalogue, library: library)
        let assets = (0..<30).map { sample.asset(FileName("\($0).jpg"), modified: Int64($0)) }
        try await library.commit(assets.map { .putAsset($0) })
        let ids = assets.map(\.id)
        var absent: Set<AssetID> = []
        var model = Model(maximum: Int.random(in: 1...12, using: &random))
        var rules = SelectionRules()
        rules.maximum = model.maximum
        let id = try await keeper.create(rules, SelectionTerms()).id
        var observers = [Observer](repeating: Observer(), count: 3)
        func some() -> AssetID { ids[Int.random(in: 0..<ids.count, using: &random)] }

        for _ in 0..<400 {
            var next = model
            let action: SelectionAction
            let isRight: Bool
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<8:
                let more = (0..<Int.random(in: 1...3, using: &random)).map { _ in some() }
                action = .add(more)
                isRight = next.add(more, absent: absent)
            case 8..<12:
                let one = some()
                action = .remove([one])
                next.ids.removeAll { $0 == one }
                next.gone.remove(one)
                isRight = true
            case 12..<15:
                let (one, number) = (some(), Int.random(in: 1...12, using: &random))
                action = .move(one, to: number)
                isRight = next.move(one, to: number)
            case 15:
                action = .clear
                next.ids = []
                next.gone = []
                isRight = true
            case 16..<18:
                let index = Int.random(in: 0..<ids.count, using: &random)
                if absent.remove(ids[index]) != nil {
                    try await library.commit([.putAsset(assets[index])])
                    model.gone.remove(ids[index])
                } else {
                    absent.insert(ids[index])
                    try await library.commit([.removeAsset(ids[index])])
                    if model.ids.contains(ids[index]) { model.gone.insert(ids[index]) }
                }
                await keeper.followLibrary()
                continue
            case 18:
                await catalogue.close()
                catalogue = try await SQLiteCatalogue.open(in: sample.directory.name, program: "again")
                library = try await Library.open(catalogue)
                keeper = try await SelectionKeeper.open(catalogue, library: library)
                continue
            default:
                let observer = Int.random(in: 0..<observers.count, using: &random)
                try observers[observer].update(try #require(keeper.snapshot(of: id)))
                continue
            }
            do {
                _ = try await keeper.take(.items([action]), for: id)
                #expect(isRight, "\(action)")
                model = next
            } catch is SelectionRefused {
                #expect(!isRight, "\(action)")
            }
            let now = try #require(keeper.snapshot(of: id)).selection
            #expect(now.list.all.map(\.assetID) == model.ids)
            #expect(model.ids.map { now.number(of: $0) } == numbers(model))
        }
        _ = try await keeper.take(.cancel, for: id)
        for index in observers.indices {
            try observers[index].update(try #require(keeper.snapshot(of: id)))
            try observers[index].update(try #require(keeper.snapshot(of: id)))
        }
        #expect(observers.map(\.terminalEvents) == [1, 1, 1])
        await catalogue.close()
    }

    private func numbers(_ model: Model) -> [Int?] {
        model.ids.map { id in model.present.firstIndex(of: id).map { $0 + 1 } }
    }
}
