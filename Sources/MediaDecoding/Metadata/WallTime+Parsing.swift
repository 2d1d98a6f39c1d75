import Platform

extension WallTime {
    /// Reads a date as cameras write it: Exif `YYYY:MM:DD HH:MM:SS` with any separators, XMP and QuickTime ISO 8601 with
    /// fraction and offset, a date alone as its midnight.
    ///
    /// Nil for a year or a month alone, for what no calendar has, for blanks and zeros, and for 1904-01-01 and
    /// 1970-01-01 at midnight, which are what an unset clock writes.
    /// - Parameters:
    ///   - fraction: Exif's SubSecTime: digits after the point; others are ignored.
    ///   - offset: Exif's OffsetTime, such as `+09:00`; ignored where it makes no sense.
    init?(parsing text: String, fraction: String? = nil, offset: String? = nil) {
        var scanner = DigitScanner(text)
        guard let year = scanner.number(digits: 4), scanner.skip("-:/. "), let month = scanner.number(digits: 2),
            scanner.skip("-:/. "), let day = scanner.number(digits: 2)
        else { return nil }
        var hour = 0, minute = 0, second = 0, nanosecond = 0
        var zone: Int?
        if scanner.skip("T "), let hours = scanner.number(digits: 2) {
            guard scanner.skip(":. "), let minutes = scanner.number(digits: 2) else { return nil }
            hour = hours
            minute = minutes
            if scanner.skip(":. ") {
                guard let seconds = scanner.number(digits: 2) else { return nil }
                second = seconds
                if scanner.skip(".,") { nanosecond = scanner.fraction() }
            }
            zone = Self.offset(scanner.rest)
        } else if !scanner.rest.allSatisfy({ $0 == " " || $0 == "\0" }) {
            return nil
        }
        if let fraction {
            var digits = DigitScanner(fraction)
            nanosecond = digits.fraction()
        }
        if let offset { zone = Self.offset(Substring(offset)) ?? zone }
        // The first photograph was taken in 1826; 1904 and 1970 are where clocks start to count.
        let isUnset =
            (year == 1904 || year == 1970) && month == 1 && day == 1 && hour == 0 && minute == 0 && second == 0
        guard year >= 1826, !isUnset else { return nil }
        self.init(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second, nanosecond: nanosecond,
            offsetMinutes: zone)
    }

    /// Minutes ahead of UTC of `Z`, `+09:00`, `+0900` or `+09`; nil for anything else and beyond the 14
    /// hours that zones reach.
    private static func offset(_ text: Substring) -> Int? {
        let text = text.prefix { $0 != "\0" }.filter { $0 != " " }
        if text == "Z" || text == "z" { return 0 }
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        var scanner = DigitScanner(String(text.dropFirst()))
        guard let hours = scanner.number(digits: 2) else { return nil }
        _ = scanner.skip(":")
        let minutes = scanner.rest.isEmpty ? 0 : scanner.number(digits: 2)
        guard let minutes, scanner.rest.isEmpty, minutes < 60, hours * 60 + minutes <= 14 * 60 else { return nil }
        return (sign == "-" ? -1 : 1) * (hours * 60 + minutes)
    }
}
