/// How often it was worked out what has become of a fetch, and how long that took.
public struct ChangeStatistics: Sendable {
    /// Differences that were worked out; those that many observers share count once.
    public private(set) var count = 0
    /// Time that it took, waiting for the catalogue included.
    public private(set) var time = Duration.zero

    mutating func add(_ time: Duration) {
        count += 1
        self.time += time
    }
}
