import Platform

/// Things that wait for the same time each, so that the first to come is the first to go.
struct HoldQueue<Item> {
    let duration: Duration
    private var items: [(since: MonotonicTime, item: Item)] = []
    private var head = 0

    init(_ duration: Duration) { self.duration = duration }

    /// When the next one has waited long enough.
    var next: MonotonicTime? { head < items.count ? items[head].since + duration : nil }

    mutating func append(_ item: Item, at now: MonotonicTime) { items.append((now, item)) }

    /// Gives the next one that has waited long enough, and since when it did.
    mutating func pop(at now: MonotonicTime) -> (since: MonotonicTime, item: Item)? {
        guard let next, next <= now else { return nil }
        return take()
    }

    /// Drops those at the front that `isStale`, so that nobody wakes for them.
    mutating func dropStale(_ isStale: (MonotonicTime, Item) -> Bool) {
        while head < items.count, isStale(items[head].since, items[head].item) { _ = take() }
    }

    private mutating func take() -> (since: MonotonicTime, item: Item) {
        let first = items[head]
        head += 1
        if head > 64 && head * 2 > items.count {
            items.removeFirst(head)
            head = 0
        }
        return first
    }
}
