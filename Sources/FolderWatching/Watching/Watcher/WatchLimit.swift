import Platform

/// That the system gives no more watches, and when to ask again.
struct WatchLimit {
    /// How often it is looked whether somebody raised the limit.
    static let checkInterval = Duration.seconds(5)
    /// The first and the longest wait until watches are asked for though the limit is what it was: another program of
    /// the same user may have ended.
    static let shortestWait = Duration.seconds(10)
    static let longestWait = Duration.seconds(300)

    /// The limit when it was reached.
    let value: Int?
    private let wait: Duration
    private let retry: MonotonicTime
    private(set) var nextCheck: MonotonicTime

    init(value: Int?, after previous: WatchLimit? = nil, at now: MonotonicTime) {
        self.value = value
        wait = previous.map { min($0.wait * 2, Self.longestWait) } ?? Self.shortestWait
        retry = now + wait
        nextCheck = now + Self.checkInterval
    }

    /// Whether it is time to ask for watches again.
    mutating func isOver(current: Int?, at now: MonotonicTime) -> Bool {
        nextCheck = now + Self.checkInterval
        if let current, let value, current > value { return true }
        return now >= retry
    }
}
