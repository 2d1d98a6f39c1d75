/// In which order renders are done.
///
/// 1. Visible before ahead before background.
/// 2. Of the visible the newest first, since people look at what they scrolled to last; of the others the oldest.
/// 3. What is removed counts no longer, at once.
///
/// Adding, raising, removing and taking cost O(1), spread over many.
struct RenderSchedule<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let value: Value
        var priority: RenderPriority
        /// Which of the key's places in lanes is true; the others were left when it was raised.
        var place: Int
    }

    private struct Lane: Sendable {
        var places: [(key: Key, place: Int)] = []
        /// Places before this one were taken.
        var start = 0
    }

    private var entries: [Key: Entry] = [:]
    private var lanes = [Lane](repeating: Lane(), count: RenderPriority.allCases.count)
    private var nextPlace = 0

    /// How many wait.
    var count: Int { entries.count }

    /// All that wait, in no order.
    var values: [Value] { entries.values.map(\.value) }

    /// Adds what is not there yet.
    mutating func add(_ value: Value, for key: Key, _ priority: RenderPriority) {
        nextPlace += 1
        entries[key] = Entry(value: value, priority: priority, place: nextPlace)
        lanes[priority.rawValue].places.append((key, nextPlace))
    }

    /// Moves an entry up; tells whether it did.
    mutating func raise(_ key: Key, to priority: RenderPriority) -> Bool {
        guard let entry = entries[key], entry.priority < priority else { return false }
        add(entry.value, for: key, priority)
        return true
    }

    /// Takes an entry out; nil where it is not there.
    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let entry = entries.removeValue(forKey: key) else { return nil }
        let lane = lanes[entry.priority.rawValue]
        // Dead places are cleared away once they are more than those alive.
        if lane.places.count - lane.start > 2 * entries.count + 64 { compact(entry.priority) }
        return entry.value
    }

    /// The next of at least a priority, and its key; it stays.
    mutating func first(from lowest: RenderPriority) -> (key: Key, value: Value)? {
        for priority in RenderPriority.allCases.reversed() where priority >= lowest {
            while let top = top(of: priority) {
                if let entry = entries[top.key], entry.place == top.place { return (top.key, entry.value) }
                drop(priority)
            }
        }
        return nil
    }

    private func top(of priority: RenderPriority) -> (key: Key, place: Int)? {
        let lane = lanes[priority.rawValue]
        guard lane.start < lane.places.count else { return nil }
        return priority == .visible ? lane.places.last : lane.places[lane.start]
    }

    private mutating func drop(_ priority: RenderPriority) {
        if priority == .visible {
            lanes[priority.rawValue].places.removeLast()
        } else {
            lanes[priority.rawValue].start += 1
        }
    }

    private mutating func compact(_ priority: RenderPriority) {
        let lane = lanes[priority.rawValue]
        lanes[priority.rawValue] = Lane(
            places: lane.places[lane.start...].filter { entries[$0.key]?.place == $0.place })
    }
}
