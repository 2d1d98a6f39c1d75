import Platform

/// How much of the change log is kept.
struct HistoryLimits: Sendable {
    private static let secondsPerDay: Int64 = 24 * 60 * 60

    /// The longest time.
    let days: Int
    /// Most touched assets and folders.
    let length: Int

    /// The oldest entry that is kept.
    func start(at now: Timestamp) -> Timestamp {
        Timestamp(nanoseconds: now.nanoseconds - Int64(days) * Self.secondsPerDay * 1_000_000_000)
    }
}
