import Testing

@testable import PhotoLibrary

private struct Number: OrderedElement, Equatable {
    var value: Int
    var note = 0
    var orderKey: Int { value }
    var checksumValue: UInt64 { UInt64(value) }
}

extension CountedTree {
    /// Checks the invariants of every node; gives the depth.
    fileprivate func check() -> Int {
        func depth(_ node: CountedTreeNode<Element>, isRoot: Bool) -> Int {
            #expect(node.width <= CountedTreeNode<Element>.capacity)
            if !isRoot { #expect(node.width >= CountedTreeNode<Element>.minimum) }
            if node.isLeaf {
                #expect(node.count == node.elements.count)
                #expect(node.lowest == node.elements[0].orderKey)
                return 1
            }
            #expect(node.width > 1)
            #expect(node.count == node.children.reduce(0) { $0 + $1.count })
            #expect(node.lowest == node.children[0].lowest)
            let depths = Set(node.children.map { depth($0, isRoot: false) })
            #expect(depths.count == 1)
            return 1 + (depths.first ?? 0)
        }
        return root.map { depth($0, isRoot: true) } ?? 0
    }

    fileprivate var all: [Element] {
        var all: [Element] = []
        forEach { all.append($0) }
        return all
    }
}

@Suite struct CountedTreeTests {
    @Test(arguments: [0, 1, 56, 57, 64, 65, 3000, 100_000])
    func buildsFromSorted(count: Int) {
        let numbers = (0..<count).map { Number(value: $0 * 2) }
        let tree = CountedTree(sorted: numbers)
        #expect(tree.all == numbers)
        #expect(tree.first == numbers.first)
        #expect(tree.last == numbers.last)
        _ = tree.check()
        for rank in stride(from: 0, to: count, by: 97) {
            #expect(tree.element(at: rank) == numbers[rank])
            #expect(tree.rank(of: rank * 2) == rank)
            #expect(tree.rank(of: rank * 2 + 1) == rank + 1)
            #expect(tree.element(for: rank * 2 + 1) == nil)
        }
        #expect(tree.element(at: count) == nil)
        #expect(tree.element(at: -1) == nil)
    }

    @Test(arguments: [UInt64(1), 2], [(0.5, 200), (0.8, 5000), (0.3, 5000)])
    func behavesLikeASortedArray(seed: UInt64, mix: (inserts: Double, range: Int)) {
        var random = SeededRandom(seed: seed)
        var tree = CountedTree<Number>()
        var model: [Number] = []
        var versions: [(CountedTree<Number>, [Number])] = []
        if mix.inserts < 0.5 {
            model = (0..<mix.range).map { Number(value: $0) }
            tree = CountedTree(sorted: model)
        }
        for step in 0..<6000 {
            let value = Int.random(in: 0..<mix.range, using: &random)
            let place = model.firstIndex { $0.value >= value } ?? model.count
            let existing = place < model.count && model[place].value == value ? model[place] : nil
            if Double.random(in: 0..<1, using: &random) < mix.inserts {
                #expect(tree.insert(Number(value: value, note: step)) == existing)
                if existing == nil { model.insert(Number(value: value, note: step), at: place) }
                model[place].note = step
            } else if step % 5 == 0 {
                #expect(tree.update(value) { $0.note = -step } == (existing != nil))
                if existing != nil { model[place].note = -step }
            } else {
                #expect(tree.remove(value) == existing)
                if existing != nil { model.remove(at: place) }
            }
            #expect(tree.count == model.count)
            if step % 500 == 0 {
                _ = tree.check()
                #expect(tree.all == model)
                versions.append((tree, model))
            }
        }
        // Old versions are as they were.
        for (tree, model) in versions { #expect(tree.all == model) }
    }

    @Test func rangesAreClamped() {
        let tree = CountedTree(sorted: (0..<1000).map { Number(value: $0) })
        for range in [0..<0, 0..<10, 50..<130, 990..<2000, 1000..<1001, -5..<3] {
            var found: [Int] = []
            tree.forEach(in: range) { found.append($0.value) }
            #expect(found == Array(range.clamped(to: 0..<1000)))
        }
    }

    @Test func emptiesFromEitherEnd() {
        for order in [Array(0..<5000), Array((0..<5000).reversed())] {
            var tree = CountedTree(sorted: (0..<5000).map { Number(value: $0) })
            for value in order { #expect(tree.remove(value)?.value == value) }
            #expect(tree.isEmpty)
            #expect(tree.insert(Number(value: 1)) == nil)
            #expect(tree.all.count == 1)
        }
    }
}
