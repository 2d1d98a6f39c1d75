import Platform

/// When which tree is compared again. Pure: time is passed in.
///
/// What changed is looked at again soon; what didn't, half as often each time. A comparison never takes more than a
/// small part of the time, however large the tree.
struct PollingSchedule<Key: Hashable> {
    /// The wait after a change.
    static var shortest: Duration { .seconds(5) }
    /// The wait for a small tree that never changes.
    static var longest: Duration { .seconds(60) }
    /// The wait is at least that many times what the comparison took.
    static var share: Int { 20 }
    /// The wait for a tree of whatever size; also for one whose comparison never ends.
    static var bound: Duration { .seconds(3_600) }

    private struct Entry {
        var due: MonotonicTime
        var wait: Duration
    }

    private var entries: [Key: Entry] = [:]

    /// How many trees are polled.
    var count: Int { entries.count }

    /// When the next is due.
    var next: MonotonicTime? { entries.values.lazy.map(\.due).min() }

    mutating func add(_ key: Key, at now: MonotonicTime) {
        if entries[key] == nil { entries[key] = Entry(due: now + Self.shortest, wait: Self.shortest) }
    }

    mutating func remove(_ key: Key) { entries[key] = nil }

    /// Gives those that are to be compared now; each must be told of with `compared`.
    mutating func takeDue(at now: MonotonicTime) -> [Key] {
        let due = entries.filter { $0.value.due <= now }.map(\.key)
        for key in due { entries[key]?.due = now + Self.bound }
        return due
    }

    mutating func compared(_ key: Key, took: Duration, isChanged: Bool, at now: MonotonicTime) {
        guard var entry = entries[key] else { return }
        entry.wait = isChanged ? Self.shortest : min(entry.wait * 2, Self.longest)
        entry.due = now + min(max(entry.wait, took * Self.share), Self.bound)
        entries[key] = entry
    }
}
