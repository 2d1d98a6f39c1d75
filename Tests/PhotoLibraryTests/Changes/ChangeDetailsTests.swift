import Foundation
import Testing

@testable import PhotoLibrary

/// Changes are right and as small as can be: against the vectors for clients, and against a plain reference.
@Suite struct ChangeDetailsTests {
    struct Vector: Decodable {
        struct Change: Decodable {
            struct Move: Decodable {
                let from: Int
                let to: Int
                let id: String
            }
            struct Place: Decodable {
                let index: Int
                let id: String
            }
            let removed: [Int]
            let moved: [Move]
            let inserted: [Place]
            let changed: [Place]
        }
        let name: String
        let before: [String]
        let change: Change
        let after: [String]
    }

    static func vectors<Content: Decodable>(_ file: String, _ type: Content.Type) throws -> Content {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Vectors")
        return try JSONDecoder().decode(type, from: Data(contentsOf: folder.appendingPathComponent(file)))
    }

    /// Applies a change as a client does.
    static func apply<ID>(_ details: ChangeDetails<ID>, to before: [ID]) -> [ID] {
        let taken = Set(details.removed + details.moved.map(\.from))
        var list = before.indices.filter { !taken.contains($0) }.map { before[$0] }
        let placed = details.inserted.map { ($0.index, $0.id) } + details.moved.map { ($0.to, $0.id) }
        for (index, id) in placed.sorted(by: { $0.0 < $1.0 }) { list.insert(id, at: index) }
        return list
    }

    static func find<ID: Hashable & Sendable>(
        from before: [ID], to after: [ID], touched: Set<ID>, changed: Set<ID> = []
    ) throws -> ChangeDetails<ID> {
        let placesBefore = Dictionary(uniqueKeysWithValues: zip(before, before.indices))
        let placesAfter = Dictionary(uniqueKeysWithValues: zip(after, after.indices))
        return try #require(
            ChangeDetails.find(
                countBefore: before.count, countAfter: after.count,
                touched: touched.map {
                    .init(id: $0, before: placesBefore[$0], after: placesAfter[$0], isChanged: changed.contains($0))
                }, limit: .max, idsBefore: { Array(before[$0]) }))
    }

    /// The least number of moves by the plain rule: common entries less the longest that ascends, in O(n²).
    static func leastMoves<ID: Hashable>(from before: [ID], to after: [ID]) -> Int {
        let places = Dictionary(uniqueKeysWithValues: zip(after, after.indices))
        let common = before.compactMap { places[$0] }
        var longest = [Int](repeating: 1, count: common.count)
        for end in common.indices {
            for start in 0..<end where common[start] < common[end] {
                longest[end] = max(longest[end], longest[start] + 1)
            }
        }
        return common.count - (longest.max() ?? 0)
    }

    @Test func vectorsForClientsHold() throws {
        let vectors = try Self.vectors("changes.json", [Vector].self)
        #expect(vectors.count > 50)
        for vector in vectors {
            let changed = Set(vector.change.changed.map(\.id))
            let details = try Self.find(
                from: vector.before, to: vector.after, touched: Set(vector.before + vector.after), changed: changed)
            #expect(Self.apply(details, to: vector.before) == vector.after, "\(vector.name)")
            #expect(details.removed == vector.change.removed, "\(vector.name)")
            #expect(details.inserted.map(\.id) == vector.change.inserted.map(\.id), "\(vector.name)")
            #expect(details.inserted.map(\.index) == vector.change.inserted.map(\.index), "\(vector.name)")
            #expect(details.moved.count == vector.change.moved.count, "\(vector.name)")
            #expect(details.changed.map(\.id) == vector.change.changed.map(\.id), "\(vector.name)")
        }
    }

    @Test(arguments: 0..<20) func randomEditsApplyAndMoveLeast(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for round in 0..<60 {
            let before = Array(0..<Int.random(in: 0...40, using: &random)).shuffled(using: &random)
            var after = before
            var touched: Set<Int> = []
            for edit in 0..<Int.random(in: 0...8, using: &random) {
                if Bool.random(using: &random), !after.isEmpty {
                    let id = after.remove(at: Int.random(in: after.indices, using: &random))
                    touched.insert(id)
                    // Moved half of the time.
                    if Bool.random(using: &random) {
                        after.insert(id, at: Int.random(in: 0...after.count, using: &random))
                    }
                } else {
                    let id = 1000 + round * 10 + edit
                    touched.insert(id)
                    after.insert(id, at: Int.random(in: 0...after.count, using: &random))
                }
            }
            let details = try Self.find(from: before, to: after, touched: touched)
            #expect(Self.apply(details, to: before) == after)
            #expect(details.moved.count == Self.leastMoves(from: before, to: after))
            #expect(details.removed == details.removed.sorted())
            #expect(details.inserted.map(\.index) == details.inserted.map(\.index).sorted())
        }
    }

    @Test func whatIsTooMuchIsNotListed() {
        let details = ChangeDetails<Int>.find(
            countBefore: 0, countAfter: 5,
            touched: (0..<5).map { .init(id: $0, before: nil, after: $0, isChanged: false) }, limit: 4,
            idsBefore: { _ in [] })
        #expect(details == nil)
    }
}
