import Glibc

extension WallTime {
    /// Makes a wall time of seconds since 1970-01-01 00:00:00 on the same wall (gmtime_r(3)), the inverse of
    /// `wallSeconds`; nil outside the years 1 to 9999.
    public init?(wallSeconds: Int64, nanosecond: Int = 0, offsetMinutes: Int? = nil) {
        var moment = time_t(wallSeconds)
        var fields = tm()
        guard gmtime_r(&moment, &fields) != nil else { return nil }
        self.init(
            year: Int(fields.tm_year) + 1900, month: Int(fields.tm_mon) + 1, day: Int(fields.tm_mday),
            hour: Int(fields.tm_hour), minute: Int(fields.tm_min), second: Int(fields.tm_sec), nanosecond: nanosecond,
            offsetMinutes: offsetMinutes)
    }
}
