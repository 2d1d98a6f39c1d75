import Platform
import Synchronization
import Testing

@testable import PhotoLibrary

@Suite struct IdentifierSourceTests {
    @Test func numbersGrowThoughTheClockStandsStillOrGoesBack() {
        let clock = Mutex<[Int64]>([5, 5, 5, 4, 0, -1, 6].map { $0 * 1_000_000 })
        let source = IdentifierSource(
            now: { Timestamp(nanoseconds: clock.withLock { $0.removeFirst() }) }, random: { .max })
        let ids: [AssetID] = (0..<7).map { _ in source.next() }
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
        #expect(ids[0].rawValue >> 20 == 5)
        #expect(ids[6].rawValue >> 20 == 6)
    }

    @Test func numbersAreAboveTheGreatestKnown() {
        let source = IdentifierSource(above: 1 << 62, now: { Timestamp(nanoseconds: 1_000_000) }, random: { 0 })
        #expect(source.next(FolderID.self).rawValue == 1 << 62 + 1)
    }

    @Test func textGoesBackToTheNumber() {
        for number in [1, 31, 32, 1 << 40, Int64.max] {
            let id = AssetID(rawValue: number)
            #expect(id.description.utf8.count == 13)
            #expect(AssetID(id.description) == id)
        }
    }

    @Test(arguments: ["", "0", "zzzzzzzzzzzzz", "0000000000000000", "recentlyAdded", "é00000000000"])
    func otherTextIsRefused(_ text: String) { #expect(AssetID(text) == nil) }
}
