public import Platform

/// Reads the three forms of an HTTP date (RFC 9110 section 5.6.7).
public enum HTTPDate {
    /// The instant, or nil where `text` is none of the forms: a condition with such a date is ignored.
    public static func parse(_ text: String) -> Timestamp? {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "-" }).map(String.init)
        return switch words.count {
        // Sun, 06 Nov 1994 08:49:37 GMT · Sunday, 06-Nov-94 08:49:37 GMT
        case 6 where words[5] == "GMT":
            instant(day: words[1], month: words[2], year: words[3], time: words[4], yearDigits: [4, 2])
        // Sun Nov  6 08:49:37 1994
        case 5: instant(day: words[2], month: words[1], year: words[4], time: words[3], yearDigits: [4])
        default: nil
        }
    }

    private static func instant(
        day: String, month: String, year: String, time: String, yearDigits: [Int]
    ) -> Timestamp? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { $0.utf8.decimalValue }
        guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
            let monthIndex = months.firstIndex(of: month), let day = day.utf8.decimalValue,
            yearDigits.contains(year.utf8.count), var fullYear = year.utf8.decimalValue
        else { return nil }
        if year.utf8.count == 2 {
            // Two digits that seem more than 50 years ahead are of the past century.
            fullYear += 2000
            if fullYear > WallTime(utc: .now).year + 50 { fullYear -= 100 }
        }
        return WallTime(
            year: fullYear, month: monthIndex + 1, day: day, hour: hour, minute: minute, second: second,
            offsetMinutes: 0)?.instant
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
