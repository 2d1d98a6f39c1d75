/// An ordered set whose elements can be found by key and by rank in O(log n): a B-tree that keeps counts.
///
/// A value: a copy costs nothing, and a change to one copy copies only the nodes on its path, so that versions share all
/// the rest. Invariants:
/// 1. Elements stand in leaves only, ascending by key, no key twice.
/// 2. All leaves are at the same depth.
/// 3. No node has more than `capacity` entries; none but the root has fewer than `minimum`.
/// 4. A node's `count` and `lowest` are those of all elements below it; an empty tree has no root.
struct CountedTree<Element: OrderedElement>: Sendable {
    typealias Key = Element.OrderKey

    private(set) var root: CountedTreeNode<Element>?

    /// Makes an empty tree.
    init() {}

    /// Makes a tree of elements that ascend by key, in O(n).
    init(sorted elements: [Element]) { root = CountedTreeNode.build(elements) }

    /// How many elements there are.
    var count: Int { root?.count ?? 0 }
    /// The checksum of the elements, in order.
    var checksum: OrderChecksum { root?.checksum ?? OrderChecksum() }
    /// Whether there is none.
    var isEmpty: Bool { root == nil }
    /// The element with the lowest key.
    var first: Element? { element(at: 0) }
    /// The element with the greatest key.
    var last: Element? { element(at: count - 1) }

    /// The element that has `rank` elements before it.
    func element(at rank: Int) -> Element? {
        guard var node = root, rank >= 0, rank < node.count else { return nil }
        var rest = rank
        while !node.isLeaf {
            var index = 0
            while rest >= node.children[index].count {
                rest -= node.children[index].count
                index += 1
            }
            node = node.children[index]
        }
        return node.elements[rest]
    }

    /// The element with this key.
    func element(for key: Key) -> Element? {
        guard var node = root else { return nil }
        while !node.isLeaf { node = node.children[node.childIndex(for: key)] }
        let index = node.elementIndex(for: key)
        return index < node.elements.count && node.elements[index].orderKey == key ? node.elements[index] : nil
    }

    /// How many elements have a lower key.
    func rank(of key: Key) -> Int {
        guard var node = root else { return 0 }
        var rank = 0
        while !node.isLeaf {
            let index = node.childIndex(for: key)
            for before in 0..<index { rank += node.children[before].count }
            node = node.children[index]
        }
        return rank + node.elementIndex(for: key)
    }

    /// Calls `body` with the elements of these ranks, in order, clamped to those that there are.
    func forEach(in ranks: Range<Int>, _ body: (Element) throws -> Void) rethrows {
        try root?.forEach(in: ranks.clamped(to: 0..<count), body)
    }

    /// Calls `body` with every element, in order.
    func forEach(_ body: (Element) throws -> Void) rethrows { try forEach(in: 0..<count, body) }

    /// Puts an element in its place and gives the one that it took the place of.
    @discardableResult
    mutating func insert(_ element: Element) -> Element? {
        guard root != nil else {
            root = CountedTreeNode(elements: [element])
            return nil
        }
        let replaced = root?.insert(element)
        if let left = root, left.width > CountedTreeNode<Element>.capacity {
            root = nil
            var halves: ContiguousArray = [left]
            halves.append(halves[0].split())
            root = CountedTreeNode(children: halves)
        }
        return replaced ?? nil
    }

    /// Takes the element with this key out and gives it.
    @discardableResult
    mutating func remove(_ key: Key) -> Element? {
        let removed = root?.remove(key)
        if let node = root {
            if node.width == 0 {
                root = nil
            } else if !node.isLeaf && node.width == 1 {
                root = node.children[0]
            }
        }
        return removed ?? nil
    }

    /// Changes the element with this key in place; the key must stay.
    /// - Returns: whether there is one.
    @discardableResult
    mutating func update(_ key: Key, _ change: (inout Element) -> Void) -> Bool { root?.update(key, change) ?? false }
}
