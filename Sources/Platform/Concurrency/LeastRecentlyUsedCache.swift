/// A dictionary under a limit of cost, which lets go first of what was not asked for the longest.
///
/// Look-up, insertion and eviction cost O(1). Not safe for several threads: its owner guards it.
public struct LeastRecentlyUsedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let key: Key
        var value: Value
        var cost: Int
        var older: Int
        var newer: Int
    }

    /// The sum of all costs, never above the limit.
    public private(set) var cost = 0
    private let limit: Int
    private var slots: [Entry?] = []
    private var free: [Int] = []
    private var places: [Key: Int] = [:]
    private var newest = -1
    private var oldest = -1

    /// Makes an empty cache that holds values worth `limit` in all.
    public init(limit: Int) { self.limit = limit }

    /// How many values are held.
    public var count: Int { places.count }

    /// Gives the value of `key` and makes it the last to go.
    public mutating func value(for key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        if place != newest {
            unlink(place)
            link(place)
        }
        return slots[place]?.value
    }

    /// Holds `value`; one that costs more than the whole limit is not held.
    public mutating func insert(_ value: Value, for key: Key, cost: Int) {
        removeValue(for: key)
        guard cost <= limit else { return }
        let entry = Entry(key: key, value: value, cost: cost, older: -1, newer: -1)
        let place: Int
        if let reused = free.popLast() {
            place = reused
            slots[place] = entry
        } else {
            place = slots.count
            slots.append(entry)
        }
        places[key] = place
        link(place)
        self.cost += cost
        while self.cost > limit, let last = slots[oldest] { removeValue(for: last.key) }
    }

    /// Lets go of the value of `key`.
    @discardableResult
    public mutating func removeValue(for key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key), let entry = slots[place] else { return nil }
        unlink(place)
        cost -= entry.cost
        slots[place] = nil
        free.append(place)
        return entry.value
    }

    private mutating func link(_ place: Int) {
        slots[place]?.older = newest
        slots[place]?.newer = -1
        if newest >= 0 { slots[newest]?.newer = place }
        newest = place
        if oldest < 0 { oldest = place }
    }

    private mutating func unlink(_ place: Int) {
        guard let entry = slots[place] else { return }
        if entry.older >= 0 { slots[entry.older]?.newer = entry.newer } else { oldest = entry.newer }
        if entry.newer >= 0 { slots[entry.newer]?.older = entry.older } else { newest = entry.older }
    }
}
