/// A dictionary under a limit of cost, which lets go first of what was not asked for the longest.
///
/// Look-up, insertion and eviction cost O(1). Not safe for several threads: its owner guards it. Inlinable, so that
/// look-ups on hot paths of other modules are compiled for their own types.
public struct LeastRecentlyUsedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline
    struct Entry: Sendable {
        @usableFromInline let key: Key
        @usableFromInline let value: Value
        @usableFromInline let cost: Int
        @usableFromInline var older = -1
        @usableFromInline var newer = -1

        @inlinable
        init(key: Key, value: Value, cost: Int) {
            self.key = key
            self.value = value
            self.cost = cost
        }
    }

    /// The sum of all costs, never above the limit.
    @inlinable public var cost: Int { sum }
    @usableFromInline var sum = 0
    @usableFromInline let limit: Int
    @usableFromInline var slots: [Entry?] = []
    @usableFromInline var free: [Int] = []
    @usableFromInline var places: [Key: Int] = [:]
    @usableFromInline var newest = -1
    @usableFromInline var oldest = -1

    /// Makes an empty cache that holds values worth `limit` in all.
    @inlinable
    public init(limit: Int) { self.limit = limit }

    /// How many values are held.
    @inlinable public var count: Int { places.count }

    /// Gives the value of `key` and makes it the last to go.
    @inlinable
    public mutating func value(for key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        if place != newest {
            unlink(place)
            link(place)
        }
        return slots[place]?.value
    }

    /// Holds `value`; one that costs more than the whole limit is not held.
    @inlinable
    public mutating func insert(_ value: Value, for key: Key, cost: Int) {
        removeValue(for: key)
        guard cost <= limit else { return }
        let entry = Entry(key: key, value: value, cost: cost)
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
        sum += cost
        while sum > limit, let last = slots[oldest] { removeValue(for: last.key) }
    }

    /// Lets go of the value of `key`.
    @inlinable @discardableResult
    public mutating func removeValue(for key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key), let entry = slots[place] else { return nil }
        unlink(place)
        sum -= entry.cost
        slots[place] = nil
        free.append(place)
        return entry.value
    }

    @inlinable
    mutating func link(_ place: Int) {
        slots[place]?.older = newest
        slots[place]?.newer = -1
        if newest >= 0 { slots[newest]?.newer = place }
        newest = place
        if oldest < 0 { oldest = place }
    }

    @inlinable
    mutating func unlink(_ place: Int) {
        guard let entry = slots[place] else { return }
        if entry.older >= 0 { slots[entry.older]?.newer = entry.newer } else { oldest = entry.newer }
        if entry.newer >= 0 { slots[entry.newer]?.older = entry.older } else { newest = entry.older }
    }
}
