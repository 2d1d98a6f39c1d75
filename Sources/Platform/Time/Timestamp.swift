import Glibc

/// An instant, in nanoseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Nanoseconds since 1970 UTC; negative before.
    public let nanoseconds: Int64

    /// Makes an instant of nanoseconds since 1970 UTC.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Makes an instant of seconds since 1970 UTC, held within what 64 bits of nanoseconds can say (years 1677 to 2262).
    public init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        nanoseconds = overflow ? (seconds < 0 ? .min : .max) : product
    }

    /// What the system's clock says (clock_gettime(2), `CLOCK_REALTIME`).
    public static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Whole seconds since 1970 UTC, rounded down.
    public var seconds: Int64 {
        let (quotient, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return rest < 0 ? quotient - 1 : quotient
    }

    /// Nanoseconds within the second, 0 to 999,999,999.
    public var subsecond: Int64 {
        let rest = nanoseconds % 1_000_000_000
        return rest < 0 ? rest + 1_000_000_000 : rest
    }

    /// RFC 3339 in UTC with milliseconds, such as `2026-11-30T22:45:24.123Z`.
    public var rfc3339: String {
        var result = ""
        result.reserveCapacity(24)
        let time = utc
        result.append(digits: Int(time.tm_year) + 1900, width: 4)
        result.append("-")
        result.append(digits: Int(time.tm_mon) + 1, width: 2)
        result.append("-")
        result.append(digits: Int(time.tm_mday), width: 2)
        result.append("T")
        result.append(digits: Int(time.tm_hour), width: 2)
        result.append(":")
        result.append(digits: Int(time.tm_min), width: 2)
        result.append(":")
        result.append(digits: Int(time.tm_sec), width: 2)
        result.append(".")
        result.append(digits: Int(subsecond / 1_000_000), width: 3)
        result.append("Z")
        return result
    }

    /// The IMF-fixdate of RFC 9110 section 5.6.7, such as `Mon, 30 Nov 2026 22:45:24 GMT`.
    public var httpDate: String {
        let time = utc
        var result = Self.days[Int(time.tm_wday)] + ", "
        result.append(digits: Int(time.tm_mday), width: 2)
        result.append(" \(Self.months[Int(time.tm_mon)]) ")
        result.append(digits: Int(time.tm_year) + 1900, width: 4)
        result.append(" ")
        result.append(digits: Int(time.tm_hour), width: 2)
        result.append(":")
        result.append(digits: Int(time.tm_min), width: 2)
        result.append(":")
        result.append(digits: Int(time.tm_sec), width: 2)
        result.append(" GMT")
        return result
    }

    private var utc: tm {
        var moment = time_t(seconds)
        var fields = tm()
        gmtime_r(&moment, &fields)
        return fields
    }

    /// Orders by time.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.nanoseconds < right.nanoseconds }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
