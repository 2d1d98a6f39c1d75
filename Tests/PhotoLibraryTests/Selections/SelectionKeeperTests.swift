import Platform
import Synchronization
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite struct SelectionKeeperTests {
    /// A library of pictures with a keeper over it.
    struct World {
        let sample: SampleLibrary
        let library: Library
        let keeper: SelectionKeeper
        let assets: [Asset]
        var ids: [AssetID] { assets.map(\.id) }

        init(_ count: Int, now: @escaping @Sendable () -> Timestamp = { .now }) async throws {
            let sample = try await SampleLibrary()
            self.sample = sample
            library = try await Library.open(sample.catalogue)
            assets = (0..<count).map { sample.asset(FileName("\($0).jpg"), modified: Int64($0)) }
            try await library.commit(assets.map { .putAsset($0) })
            keeper = try await SelectionKeeper.open(sample.catalogue, library: library, now: now)
        }

        func make(_ change: (inout SelectionRules) -> Void = { _ in }) async throws -> SelectionID {
            var rules = SelectionRules()
            change(&rules)
            return try await keeper.create(rules, SelectionTerms()).id
        }
    }

    @Test(arguments: [2, 50]) func ofManyWhoWantTheLastPlaceOneGetsIt(_ clients: Int) async throws {
        let world = try await World(8 + clients)
        for _ in 0..<20 {
            let id = try await world.make()
            _ = try await world.keeper.take(.items([.add(Array(world.ids[..<8]))]), for: id)
            let refused = await withTaskGroup(of: Bool.self) { group in
                for asset in world.ids[8...] {
                    group.addTask {
                        do {
                            _ = try await world.keeper.take(.items([.add([asset])]), for: id)
                            return false
                        } catch {
                            let refusal = (error as? SelectionRefused)?.refusal
                            return refusal == .limitExceeded(maximum: 9, type: nil)
                        }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(refused == clients - 1)
            let now = try #require(world.keeper.snapshot(of: id))
            #expect(now.selection.count == 9 && now.refusalCount == clients - 1)
        }
    }

    @Test func onlyOneOfTwoWhoSawTheSameVersionChangesIt() async throws {
        let world = try await World(3)
        let id = try await world.make()
        _ = try await world.keeper.take(.items([.add([world.ids[0]])]), for: id) { $0 == 1 }
        do {
            _ = try await world.keeper.take(.items([.clear]), for: id) { $0 == 1 }
            Issue.record("not refused")
        } catch let error as SelectionRefused {
            #expect(error.refusal == .stale && error.selection?.version == 2)
        }
    }

    @Test func whatIsAcknowledgedIsThereAfterARestart() async throws {
        let world = try await World(6)
        let id = try await world.make {
            $0.crop = .free; $0.maximumByType = [.video: 2]
        }
        let edit = SelectionDraftTests.cropped
        _ = try await world.keeper.take(.items([.add(world.ids), .edit(world.ids[1], edit)]), for: id)
        _ = try await world.keeper.take(.items([.remove([world.ids[0]]), .move(world.ids[5], to: 2)]), for: id)
        let before = try #require(world.keeper.snapshot(of: id))
        await world.sample.catalogue.close()
        let catalogue = try await SQLiteCatalogue.open(in: world.sample.directory.name, program: "test 2")
        let library = try await Library.open(catalogue)
        let keeper = try await SelectionKeeper.open(catalogue, library: library)
        let after = try #require(keeper.snapshot(of: id))
        #expect(after.selection.list.all == before.selection.list.all)
        #expect(after.selection.rules == before.selection.rules && after.selection.version == 3)
        // Who saw the first version is told what happened since.
        let difference = try #require(after.difference(since: 1))
        #expect(difference.details.inserted.map(\.id) == [1, 5, 2, 3, 4].map { world.ids[$0] })
        #expect(difference.events == before.difference(since: 1)?.events)
    }

    @Test func itEndsInTimeAlsoWhileTheServerWasOff() async throws {
        let clock = Mutex(Timestamp(seconds: 1000))
        let world = try await World(1, now: { clock.withLock { $0 } })
        let terms = SelectionTerms(expiryDate: Timestamp(seconds: 1010))
        let first = try await world.keeper.create(SelectionRules(), terms).id
        let ended = world.keeper.endings.version
        clock.withLock { $0 = Timestamp(seconds: 1009) }
        await world.keeper.endDue()
        #expect(world.keeper.snapshot(of: first)?.selection.state == .open)
        clock.withLock { $0 = Timestamp(seconds: 1010) }
        await #expect(throws: SelectionRefused.self) {
            try await world.keeper.take(.items([.add(world.ids)]), for: first)
        }
        #expect(world.keeper.snapshot(of: first)?.selection.state == .expired)
        #expect(world.keeper.endings.version == ended + 1)

        let second = try await world.keeper.create(
            SelectionRules(), SelectionTerms(expiryDate: Timestamp(seconds: 1020))
        ).id
        let keeper = try await SelectionKeeper.open(
            world.sample.catalogue, library: world.library, now: { Timestamp(seconds: 2000) })
        #expect(keeper.snapshot(of: second)?.selection.outcome?.state == .expired)
        let later = try await SelectionKeeper.open(
            world.sample.catalogue, library: world.library, now: { Timestamp(seconds: 1_000_000) })
        #expect(later.all.isEmpty, "long ended ones are forgotten")
    }

    /// Keeps nothing, and fails when told.
    final class FailingStore: SelectionStore {
        let isFailing = Mutex(false)
        func selections() async throws -> [SelectionSnapshot] { [] }
        func facts(of selection: SelectionID, _ assets: [AssetID]) async throws -> [AssetID: [UInt8]] { [:] }
        func deliveries() async throws -> [SelectionDelivery] { [] }
        func write(_ writes: [SelectionWrite]) async throws {
            if isFailing.withLock({ $0 }) { throw CatalogueError.storageFull }
        }
    }

    @Test func whatCannotBeWrittenDidNotHappen() async throws {
        let world = try await World(4)
        let store = FailingStore()
        let keeper = try await SelectionKeeper.open(store, library: world.library)
        let id = try await keeper.create(SelectionRules(), SelectionTerms()).id
        _ = try await keeper.take(.items([.add([world.ids[0]])]), for: id)
        store.isFailing.withLock { $0 = true }
        await withTaskGroup { group in
            for asset in world.ids[1...] {
                group.addTask {
                    await #expect(throws: CatalogueError.storageFull) {
                        try await keeper.take(.items([.add([asset])]), for: id)
                    }
                }
            }
        }
        store.isFailing.withLock { $0 = false }
        #expect(keeper.snapshot(of: id)?.selection.version == 2)
        let receipt = try await keeper.take(.items([.add([world.ids[3]])]), for: id)
        #expect(receipt.selection.list.all.map(\.assetID) == [world.ids[0], world.ids[3]])
    }

    @Test func goneWithTheFileAndBackWithIt() async throws {
        let world = try await World(3)
        let id = try await world.make()
        _ = try await world.keeper.take(.items([.add(world.ids)]), for: id)
        let running = Task { await world.keeper.run() }
        defer { running.cancel() }
        func version(after change: [CatalogueChange]) async throws -> Selection {
            let signal = try #require(world.keeper.signal(of: id))
            let seen = signal.version
            try await world.library.commit(change)
            await signal.wait(after: seen)
            return try #require(world.keeper.snapshot(of: id)).selection
        }
        let without = try await version(after: [.removeAsset(world.ids[1])])
        #expect(without.count == 2 && without.number(of: world.ids[2]) == 2)
        var renamed = world.assets[1]
        renamed.resources[0].filename = FileName("renamed.jpg")
        let again = try await version(after: [.putAsset(renamed)])
        #expect(again.number(of: world.ids[1]) == 2 && again.count == 3)
        let touched = try await version(after: [.putAsset(world.assets[0])])
        let difference = try #require(world.keeper.snapshot(of: id)?.difference(since: again.version))
        #expect(difference.events == [.assetChanged([world.ids[0]])] && touched.count == 3)
    }
}
