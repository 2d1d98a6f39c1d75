import PhotoLibrary
import Platform

extension WallTime {
    private static let quarterHour = 900.0
    /// From UTC-12 to UTC+14.
    private static let widestZones = 26.0 * 3600

    /// Seconds between this and another time.
    ///
    /// Where one of them alone says how far it is from UTC, the other's clock may have stood in any zone: whole
    /// quarters of an hour, which all zones are apart, do not count then.
    func secondsApart(from other: WallTime) -> Double {
        let seconds = abs(Double(TakenTime(self).ticks &- TakenTime(other).ticks) / 1e7)
        if offsetMinutes != nil && other.offsetMinutes != nil { return seconds }
        if offsetMinutes == nil && other.offsetMinutes == nil { return seconds }
        guard seconds <= Self.widestZones else { return seconds }
        let rest = seconds.truncatingRemainder(dividingBy: Self.quarterHour)
        return min(rest, Self.quarterHour - rest)
    }
}
