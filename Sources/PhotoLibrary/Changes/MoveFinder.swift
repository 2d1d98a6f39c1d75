/// Finds the fewest entries that have to move between two orders of the same entries.
///
/// Most entries are known to stand in the same order among themselves (the steady ones); only of the others (the loose
/// ones) are the places told. Steady ones between two loose ones' places act as one heavy block, so that the heaviest
/// ascending subsequence over blocks and loose ones (O(m log m) for m loose ones) tells what may stay: all the rest moves.
struct MoveFinder {
    /// A loose entry: how many steady ones stand before it in each order, and its place among all.
    struct Loose {
        let steadyBefore: Int
        let steadyAfter: Int
        let indexBefore: Int
        let indexAfter: Int
    }

    private struct Item {
        /// The numbers of the loose entry, or of the first steady one of the block, in `loose` or among the steady.
        let content: Content
        let weight: Int
        /// Place in the order after, among the items.
        var place = 0
    }

    private enum Content {
        case loose(Int)
        case steady(Range<Int>)
    }

    /// What has to move.
    private(set) var movedLoose: [Int] = []
    /// Runs of steady entries that have to move, by number among the steady ones, ascending.
    private(set) var movedSteady: [Range<Int>] = []

    init(_ loose: [Loose], steadyCount: Int) {
        guard !loose.isEmpty else { return }
        var items = Self.items(loose, steadyCount)
        let after = items.indices.sorted {
            Self.isBefore(items[$0].content, items[$1].content, loose, \.steadyAfter, \.indexAfter)
        }
        for (place, index) in after.enumerated() { items[index].place = place }
        let kept = Self.heaviestAscending(items)
        for (index, item) in items.enumerated() where !kept.contains(index) {
            switch item.content {
            case .loose(let number): movedLoose.append(number)
            case .steady(let run): movedSteady.append(run)
            }
        }
    }

    /// Loose entries and blocks in the order before.
    private static func items(_ loose: [Loose], _ steadyCount: Int) -> [Item] {
        let cuts = Set(loose.flatMap { [$0.steadyBefore, $0.steadyAfter] } + [0, steadyCount]).sorted()
        let blocks = zip(cuts, cuts.dropFirst()).map { Item(content: .steady($0..<$1), weight: $1 - $0) }
        let singles = loose.indices.map { Item(content: .loose($0), weight: 1) }
        return (blocks + singles).sorted {
            isBefore($0.content, $1.content, loose, \.steadyBefore, \.indexBefore)
        }
    }

    private static func isBefore(
        _ left: Content, _ right: Content, _ loose: [Loose], _ steady: KeyPath<Loose, Int>, _ index: KeyPath<Loose, Int>
    ) -> Bool {
        switch (left, right) {
        case (.steady(let first), .steady(let second)): first.lowerBound < second.lowerBound
        case (.loose(let first), .loose(let second)): loose[first][keyPath: index] < loose[second][keyPath: index]
        // A loose entry with as many steady ones before it stands before the steady one of that number.
        case (.loose(let first), .steady(let second)): loose[first][keyPath: steady] <= second.lowerBound
        case (.steady(let first), .loose(let second)): first.lowerBound < loose[second][keyPath: steady]
        }
    }

    /// The items of the heaviest subsequence whose places ascend, by a Fenwick tree of the best weight up to each place.
    private static func heaviestAscending(_ items: [Item]) -> Set<Int> {
        var best = [(weight: Int, item: Int)](repeating: (0, -1), count: items.count + 1)
        var previous = [Int](repeating: -1, count: items.count)
        var winner = (weight: 0, item: -1)
        for (index, item) in items.enumerated() {
            var found = (weight: 0, item: -1)
            var slot = item.place
            while slot > 0 {
                if best[slot].weight > found.weight { found = best[slot] }
                slot &= slot - 1
            }
            previous[index] = found.item
            let total = (weight: found.weight + item.weight, item: index)
            if total.weight > winner.weight { winner = total }
            slot = item.place + 1
            while slot <= items.count {
                if total.weight > best[slot].weight { best[slot] = total }
                slot += slot & -slot
            }
        }
        var kept: Set<Int> = []
        var next = winner.item
        while next >= 0 {
            kept.insert(next)
            next = previous[next]
        }
        return kept
    }
}
