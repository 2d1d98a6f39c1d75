import Glibc

/// An instant of the clock that never jumps (`CLOCK_MONOTONIC`), for deadlines and durations.
public struct MonotonicTime: Hashable, Comparable, Sendable {
    /// Nanoseconds since some time before the process began.
    public let nanoseconds: Int64

    /// Makes an instant of nanoseconds.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The present instant (clock_gettime(2)).
    public static var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// The instant that much later.
    public static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
        MonotonicTime(nanoseconds: time.nanoseconds + duration.wholeNanoseconds)
    }

    /// How much later one instant is than another.
    public static func - (later: MonotonicTime, earlier: MonotonicTime) -> Duration {
        .nanoseconds(later.nanoseconds - earlier.nanoseconds)
    }

    /// Orders by time.
    public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }
}

extension Duration {
    /// The duration in nanoseconds, held within 146 years.
    public var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let limit: Int64 = 4_600_000_000
        return min(max(seconds, -limit), limit) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
