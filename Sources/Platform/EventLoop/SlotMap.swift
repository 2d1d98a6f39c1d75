/// Elements under tokens that are never given twice, though their places are used again.
///
/// A token is the number of the place in its low half and the place's generation in its high half, so that what is
/// still said of an element that is gone is not taken for its successor's.
public struct SlotMap<Element> {
    @usableFromInline
    struct Slot {
        @usableFromInline var generation: UInt32 = 0
        @usableFromInline var element: Element?

        @inlinable
        init() {}
    }

    @usableFromInline var slots: [Slot] = []
    @usableFromInline var free: [UInt32] = []

    /// Makes an empty map.
    @inlinable
    public init() {}

    /// Number of elements.
    @inlinable public var count: Int { slots.count - free.count }

    /// The token that the next element will have.
    @inlinable public var nextToken: UInt64 {
        guard let index = free.last else { return UInt64(slots.count) }
        return UInt64(slots[Int(index)].generation) << 32 | UInt64(index)
    }

    /// Adds an element under `nextToken`.
    @inlinable
    public mutating func insert(_ element: Element) {
        if free.isEmpty {
            free.append(UInt32(slots.count))
            slots.append(Slot())
        }
        slots[Int(free.removeLast())].element = element
    }

    /// The element of a token; nil where it is gone.
    @inlinable public subscript(token: UInt64) -> Element? {
        let index = Int(token & 0xFFFF_FFFF)
        guard index < slots.count, slots[index].generation == token >> 32 else { return nil }
        return slots[index].element
    }

    /// Removes an element.
    @inlinable @discardableResult
    public mutating func remove(_ token: UInt64) -> Element? {
        guard let element = self[token] else { return nil }
        let index = Int(token & 0xFFFF_FFFF)
        slots[index].element = nil
        slots[index].generation &+= 1
        free.append(UInt32(index))
        return element
    }

    /// All elements.
    @inlinable public var elements: [Element] { slots.compactMap(\.element) }
}
