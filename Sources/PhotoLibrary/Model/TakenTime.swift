public import Platform

/// Where something stands on the time line of pictures, in steps of 100 nanoseconds since 1970.
///
/// The rule: the instant where the offset from UTC is known; the wall time as if it were UTC where it is not, since no
/// zone is made up; the file's modification date as long as the file was not read or tells no time. 64 bits of
/// 100 nanoseconds reach over all years that a `WallTime` can say, which 64 bits of nanoseconds do not.
public struct TakenTime: Hashable, Comparable, Sendable, Codable {
    /// Steps of 100 nanoseconds since 1970.
    public let ticks: Int64

    /// Takes steps of 100 nanoseconds since 1970.
    public init(ticks: Int64) { self.ticks = ticks }

    /// The place of a date as a camera showed it.
    public init(_ time: WallTime) {
        self.init(
            wallSeconds: time.wallSeconds, nanosecond: Int64(time.nanosecond), offsetMinutes: time.offsetMinutes)
    }

    /// The place of a date in the parts that the catalogue keeps of it.
    init(wallSeconds: Int64, nanosecond: Int64, offsetMinutes: Int?) {
        // A damaged catalogue can say anything; that must not trap.
        ticks = (wallSeconds &- Int64(offsetMinutes ?? 0) &* 60) &* Self.ticksPerSecond &+ nanosecond / 100
    }

    /// The place of an instant.
    public init(_ instant: Timestamp) {
        ticks = instant.seconds * Self.ticksPerSecond + instant.subsecond / 100
    }

    /// The date as a clock with that offset showed it; the inverse of `init(_: WallTime)` but for what is below 100 ns.
    public func wallTime(offsetMinutes: Int?) -> WallTime? {
        let subsecond = ((ticks % Self.ticksPerSecond) + Self.ticksPerSecond) % Self.ticksPerSecond
        let seconds = (ticks - subsecond) / Self.ticksPerSecond
        return WallTime(
            wallSeconds: seconds + Int64(offsetMinutes ?? 0) * 60, nanosecond: Int(subsecond) * 100,
            offsetMinutes: offsetMinutes)
    }

    /// Orders by time.
    public static func < (left: TakenTime, right: TakenTime) -> Bool { left.ticks < right.ticks }

    private static let ticksPerSecond: Int64 = 10_000_000
}
