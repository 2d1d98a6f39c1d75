public import Platform

/// Dates in names that phones, messengers and systems give to files: all that is known of them.
public enum DateNames {
    /// How the digits that a pattern keeps are to be read.
    private enum Reading {
        /// Year to second as the phone's clock showed it, with milliseconds where there are three digits more.
        case wall
        /// The same in UTC.
        case utc
        /// Year, month and day.
        case day
        /// Milliseconds since 1970.
        case milliseconds
    }

    /// The patterns, the first that fits decides.
    private static let table: [(pattern: String, reading: Reading)] = [
        // WhatsApp: the day and a number.
        ("???-(########)-WA*", .day),
        // Pixel phones write UTC.
        ("PXL_(########)_(#########)*", .utc),
        // Android's and Google's cameras: IMG_, VID_, MVIMG_, PANO_, BURST.
        ("IMG_(########)_(#########)*", .wall), ("IMG_(########)_(######)*", .wall),
        ("VID_(########)_(######)*", .wall), ("MVIMG_(########)_(######)*", .wall),
        ("PANO_(########)_(######)*", .wall), ("PORTRAIT_(########)_(######)*", .wall),
        // Samsung's and Sony's.
        ("(########)_(######)*", .wall),
        // Screenshots of Android and Samsung.
        ("Screenshot_(########)-(######)*", .wall), ("Screenshot_(########)_(######)*", .wall),
        ("Screenshot_(####)-(##)-(##)-(##)-(##)-(##)*", .wall), ("Screen_Recording_(########)_(######)*", .wall),
        // GNOME and macOS.
        ("Screenshot from (####)-(##)-(##) (##)-(##)-(##)*", .wall),
        ("Screen Shot (####)-(##)-(##) at (##).(##).(##)", .wall),
        ("Screenshot (####)-(##)-(##) at (##).(##).(##)", .wall),
        // Signal, WhatsApp for computers, Telegram, Dropbox.
        ("signal-(####)-(##)-(##)-(######)*", .wall), ("signal-(####)-(##)-(##)-(##)-(##)-(##)*", .wall),
        ("WhatsApp Image (####)-(##)-(##) at (##).(##).(##)*", .wall),
        ("WhatsApp Video (####)-(##)-(##) at (##).(##).(##)*", .wall),
        ("photo_(####)-(##)-(##)_(##)-(##)-(##)*", .wall), ("video_(####)-(##)-(##)_(##)-(##)-(##)*", .wall),
        ("(####)-(##)-(##) (##).(##).(##)*", .wall),
        // Facebook and WeChat.
        ("FB_IMG_(#############)", .milliseconds), ("mmexport(#############)*", .milliseconds),
    ]
    private static let patterns = table.map { (pattern: NamePattern($0.pattern), reading: $0.reading) }

    /// The date in a name, and how exactly it says it (`fraction`, `second`, `day`); nil where no pattern fits, or where
    /// no calendar has that date.
    public static func date(in name: FileName) -> (time: WallTime, precision: String)? {
        let stem = name.stem
        for (pattern, reading) in patterns {
            guard let digits = pattern.match(stem), let found = date(digits, reading) else { continue }
            return found
        }
        return nil
    }

    private static func date(_ digits: [UInt8], _ reading: Reading) -> (time: WallTime, precision: String)? {
        func number(_ start: Int, _ count: Int) -> Int {
            digits.dropFirst(start).prefix(count).reduce(0) { $0 * 10 + Int($1) - 48 }
        }
        if reading == .milliseconds {
            return (WallTime(utc: Timestamp(nanoseconds: Int64(number(0, 13)) * 1_000_000)), "fraction")
        }
        let hasTime = reading != .day && digits.count >= 14
        let hasFraction = hasTime && digits.count >= 17
        let year = number(0, 4)
        // The first digital cameras were sold in 1975.
        guard year >= 1975,
            let time = WallTime(
                year: year, month: number(4, 2), day: number(6, 2), hour: hasTime ? number(8, 2) : 0,
                minute: hasTime ? number(10, 2) : 0, second: hasTime ? number(12, 2) : 0,
                nanosecond: hasFraction ? number(14, 3) * 1_000_000 : 0, offsetMinutes: reading == .utc ? 0 : nil)
        else { return nil }
        return (time, hasFraction ? "fraction" : hasTime ? "second" : "day")
    }
}
