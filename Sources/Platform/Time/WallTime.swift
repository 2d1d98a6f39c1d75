import Glibc

/// A date and time as a clock on the wall showed it, with its distance from UTC where that is known.
///
/// Never shifted: without an offset no instant is made up, and the server's own zone plays no part.
public struct WallTime: Hashable, Sendable {
    /// Year 1 to 9999, month 1 to 12, day of the month, in the Gregorian calendar.
    public let year: Int, month: Int, day: Int
    /// Hour 0 to 23, minute 0 to 59, second 0 to 59.
    public let hour: Int, minute: Int, second: Int
    /// Fraction of the second, 0 to 999,999,999.
    public let nanosecond: Int
    /// Minutes ahead of UTC, less than a day either way (RFC 3339 section 5.6); nil where it is not known.
    public let offsetMinutes: Int?

    /// Makes a wall time, or nil where no calendar has that date or no clock that time.
    ///
    /// A second of 60 (a leap second) becomes 59, so that the time stays in its minute.
    public init?(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, nanosecond: Int = 0,
        offsetMinutes: Int? = nil
    ) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.daysInMonth(month, year: year), (0...23).contains(hour), (0...59).contains(minute),
            (0...60).contains(second), (0...999_999_999).contains(nanosecond),
            abs(offsetMinutes ?? 0) < 24 * 60
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = min(second, 59)
        self.nanosecond = nanosecond
        self.offsetMinutes = offsetMinutes
    }

    /// The wall time of an instant in UTC.
    public init(utc instant: Timestamp) {
        var moment = time_t(instant.seconds)
        var fields = tm()
        gmtime_r(&moment, &fields)
        year = Int(fields.tm_year) + 1900
        month = Int(fields.tm_mon) + 1
        day = Int(fields.tm_mday)
        hour = Int(fields.tm_hour)
        minute = Int(fields.tm_min)
        second = Int(fields.tm_sec)
        nanosecond = Int(instant.subsecond)
        offsetMinutes = 0
    }

    /// Seconds from 1970-01-01 00:00:00 to this time on the same wall, whatever its zone (timegm(3)).
    public var wallSeconds: Int64 {
        var fields = tm()
        fields.tm_year = CInt(year - 1900)
        fields.tm_mon = CInt(month - 1)
        fields.tm_mday = CInt(day)
        fields.tm_hour = CInt(hour)
        fields.tm_min = CInt(minute)
        fields.tm_sec = CInt(second)
        return Int64(timegm(&fields))
    }

    /// The instant, where the offset is known.
    public var instant: Timestamp? {
        guard let offsetMinutes else { return nil }
        let whole = Timestamp(seconds: wallSeconds - Int64(offsetMinutes) * 60)
        return Timestamp(nanoseconds: whole.nanoseconds.addingReportingOverflow(Int64(nanosecond)).partialValue)
    }

    /// RFC 3339 with milliseconds where there is a fraction and with the offset where it is known:
    /// `2023-02-02T02:00:00.123+09:00`, `2023-02-02T02:00:00`.
    public var rfc3339: String {
        var result = ""
        result.reserveCapacity(29)
        result.append(digits: year, width: 4)
        result.append("-")
        result.append(digits: month, width: 2)
        result.append("-")
        result.append(digits: day, width: 2)
        result.append("T")
        result.append(digits: hour, width: 2)
        result.append(":")
        result.append(digits: minute, width: 2)
        result.append(":")
        result.append(digits: second, width: 2)
        if nanosecond > 0 {
            result.append(".")
            result.append(digits: nanosecond / 1_000_000, width: 3)
        }
        guard let offsetMinutes else { return result }
        result.append(offsetMinutes < 0 ? "-" : "+")
        result.append(digits: abs(offsetMinutes) / 60, width: 2)
        result.append(":")
        result.append(digits: abs(offsetMinutes) % 60, width: 2)
        return result
    }

    private static func daysInMonth(_ month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension String {
    /// Appends `digits` with zeros in front up to `width` places.
    mutating func append(digits value: Int, width: Int) {
        let text = String(value)
        for _ in text.utf8.count..<max(width, text.utf8.count) { append("0") }
        append(text)
    }
}
