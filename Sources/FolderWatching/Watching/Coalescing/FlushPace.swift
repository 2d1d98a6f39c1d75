import Platform

/// How long changes wait for others to join them: hardly at all after a quiet time, longer and longer in a storm.
struct FlushPace {
    /// Enough for the events of one save to arrive together.
    static let shortest = Duration.milliseconds(2)
    /// What a person who watches a folder fill does not notice.
    static let longest = Duration.milliseconds(250)
    /// After this time without a flush the storm is over.
    static let quiet = Duration.milliseconds(500)

    private var delay = shortest
    private var last: MonotonicTime?

    /// How long a change waits that comes at `now`.
    func delay(at now: MonotonicTime) -> Duration { isQuiet(at: now) ? Self.shortest : delay }

    mutating func flushed(at now: MonotonicTime) {
        delay = isQuiet(at: now) ? Self.shortest * 2 : min(delay * 2, Self.longest)
        last = now
    }

    private func isQuiet(at now: MonotonicTime) -> Bool { last.map { now - $0 > Self.quiet } ?? true }
}
