/// A node of a `CountedTree`: a leaf with elements, or a branch with children.
///
/// The two arrays are the node's only memory; they are shared between versions and copied when one of them changes.
struct CountedTreeNode<Element: OrderedElement>: Sendable {
    typealias Key = Element.OrderKey

    /// Most entries of a node: a leaf of list entries then fills about a kibibyte, cheap both to search and to copy.
    static var capacity: Int { 64 }
    /// Fewest entries of a node, but for the root.
    static var minimum: Int { 16 }
    /// Entries of a node that is built at once: some room is left, so that the next changes split nothing.
    static var filling: Int { 56 }

    private(set) var elements: ContiguousArray<Element>
    private(set) var children: ContiguousArray<CountedTreeNode>
    /// How many elements are below.
    private(set) var count: Int
    /// The lowest key below; kept up to date by `summarize`, together with all that sums up a node.
    private(set) var lowest: Key
    /// The checksum of the elements below, in order.
    private(set) var checksum: OrderChecksum

    /// Makes a leaf; not of nothing.
    init(elements: ContiguousArray<Element>) {
        self.elements = elements
        children = []
        count = elements.count
        lowest = elements[0].orderKey
        checksum = Self.checksum(of: elements)
    }

    /// Makes a branch; not of nothing.
    init(children: ContiguousArray<CountedTreeNode>) {
        elements = []
        self.children = children
        count = children.reduce(0) { $0 + $1.count }
        lowest = children[0].lowest
        checksum = Self.checksum(of: children)
    }

    private static func checksum(of elements: ContiguousArray<Element>) -> OrderChecksum {
        var checksum = OrderChecksum()
        for element in elements { checksum.append(element.checksumValue) }
        return checksum
    }

    private static func checksum(of children: ContiguousArray<CountedTreeNode>) -> OrderChecksum {
        var checksum = OrderChecksum()
        for child in children { checksum.append(child.checksum) }
        return checksum
    }

    /// Makes nodes of elements that ascend by key; nil where there are none.
    static func build(_ sorted: [Element]) -> CountedTreeNode? {
        var level = chunks(sorted.count).map { CountedTreeNode(elements: ContiguousArray(sorted[$0])) }
        while level.count > 1 {
            level = chunks(level.count).map { CountedTreeNode(children: ContiguousArray(level[$0])) }
        }
        return level.first
    }

    /// Cuts `total` entries into runs of nearly the same length, none above `filling`.
    private static func chunks(_ total: Int) -> [Range<Int>] {
        let parts = (total + filling - 1) / filling
        return (0..<parts).map { $0 * total / parts..<($0 + 1) * total / parts }
    }

    /// Whether elements stand here.
    var isLeaf: Bool { children.isEmpty }
    /// Number of entries.
    var width: Int { isLeaf ? elements.count : children.count }

    /// The first element here whose key is not lower.
    func elementIndex(for key: Key) -> Int {
        var low = 0
        var high = elements.count
        while low < high {
            let middle = (low + high) / 2
            if elements[middle].orderKey < key { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The child that the key belongs into.
    func childIndex(for key: Key) -> Int {
        var low = 1
        var high = children.count
        while low < high {
            let middle = (low + high) / 2
            if children[middle].lowest <= key { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }

    /// Calls `body` with the elements of these ranks.
    func forEach(in ranks: Range<Int>, _ body: (Element) throws -> Void) rethrows {
        if isLeaf {
            for index in ranks { try body(elements[index]) }
            return
        }
        var start = 0
        for child in children {
            if start >= ranks.upperBound { return }
            let here = ranks.clamped(to: start..<start + child.count)
            if !here.isEmpty { try child.forEach(in: here.lowerBound - start..<here.upperBound - start, body) }
            start += child.count
        }
    }

    /// Sums up what is below; called after every change of the entries.
    private mutating func summarize() {
        if isLeaf {
            count = elements.count
            if let first = elements.first { lowest = first.orderKey }
            checksum = Self.checksum(of: elements)
        } else {
            count = children.reduce(0) { $0 + $1.count }
            lowest = children[0].lowest
            checksum = Self.checksum(of: children)
        }
    }

    /// Puts an element in its place; may leave one entry too many here, which the caller splits.
    mutating func insert(_ element: Element) -> Element? {
        let key = element.orderKey
        var replaced: Element?
        if isLeaf {
            let index = elementIndex(for: key)
            if index < elements.count, elements[index].orderKey == key {
                replaced = elements[index]
                elements[index] = element
            } else {
                elements.insert(element, at: index)
            }
        } else {
            let index = childIndex(for: key)
            replaced = children[index].insert(element)
            if children[index].width > Self.capacity { children.insert(children[index].split(), at: index + 1) }
        }
        summarize()
        return replaced
    }

    /// Takes an element out; may leave too few entries here, which the caller evens out.
    mutating func remove(_ key: Key) -> Element? {
        var removed: Element?
        if isLeaf {
            let index = elementIndex(for: key)
            guard index < elements.count, elements[index].orderKey == key else { return nil }
            removed = elements.remove(at: index)
        } else {
            let index = childIndex(for: key)
            removed = children[index].remove(key)
            if removed == nil { return nil }
            if children[index].width < Self.minimum, children.count > 1 { evenOut(index) }
        }
        summarize()
        return removed
    }

    /// Changes an element in place.
    mutating func update(_ key: Key, _ change: (inout Element) -> Void) -> Bool {
        guard isLeaf else { return children[childIndex(for: key)].update(key, change) }
        let index = elementIndex(for: key)
        guard index < elements.count, elements[index].orderKey == key else { return false }
        change(&elements[index])
        return true
    }

    /// Keeps the lower half of the entries here and gives the rest as a node.
    mutating func split() -> CountedTreeNode {
        let half = width / 2
        let right: CountedTreeNode
        if isLeaf {
            right = CountedTreeNode(elements: ContiguousArray(elements[half...]))
            elements.removeSubrange(half...)
        } else {
            right = CountedTreeNode(children: ContiguousArray(children[half...]))
            children.removeSubrange(half...)
        }
        summarize()
        return right
    }

    /// Joins a child that has too few entries with a neighbour, and splits them again where they are too many.
    private mutating func evenOut(_ index: Int) {
        let left = index > 0 ? index - 1 : index
        let right = children.remove(at: left + 1)
        children[left].elements.append(contentsOf: right.elements)
        children[left].children.append(contentsOf: right.children)
        children[left].summarize()
        if children[left].width > Self.capacity { children.insert(children[left].split(), at: left + 1) }
    }
}
