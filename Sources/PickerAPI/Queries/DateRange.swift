import HTTPServing
import PhotoLibrary
import Platform

/// The parameters `startDate` and `endDate`: RFC 3339 dates, which mean the day on the clock where a picture was taken,
/// or date-times, which mean instants; both inclusive.
struct DateRange {
    let filters: [FetchFilter]

    init(_ parameters: Parameters) throws(HTTPProblem) {
        let start = try Self.moment("startDate", parameters)
        let end = try Self.moment("endDate", parameters)
        var filters: [FetchFilter] = []
        if let start {
            filters.append(
                start.isDay ? .takenOnWall(from: start.time, until: nil) : .taken(from: start.time, until: nil))
        }
        if let end {
            let until = TakenTime(ticks: end.time.ticks + (end.isDay ? Self.day : Self.millisecond))
            filters.append(end.isDay ? .takenOnWall(from: nil, until: until) : .taken(from: nil, until: until))
        }
        self.filters = filters
    }

    private static func moment(
        _ name: String, _ parameters: Parameters
    ) throws(HTTPProblem) -> (time: TakenTime, isDay: Bool)? {
        guard let text = parameters[name] else { return nil }
        if let day = WallTime(rfc3339Date: text) { return (TakenTime(day), true) }
        if let time = WallTime(rfc3339: text), time.offsetMinutes != nil { return (TakenTime(time), false) }
        throw .invalidParameter(
            name,
            "\(name): an RFC 3339 date, or date and time with an offset, such as 2023-02-02 or "
                + "2023-02-02T02:00:00Z, not \"\(text)\"")
    }

    /// In steps of 100 nanoseconds. The end is inclusive to the millisecond, as finely as dates are shown.
    private static let millisecond: Int64 = 10_000
    private static let day: Int64 = 24 * 60 * 60 * 10_000_000
}
