import Platform
import Testing

@testable import PhotoLibrary

@Suite struct TakenTimeTests {
    @Test(arguments: [
        (2023, 0, Int?.none), (2023, 123_456_700, 540), (1969, 999_999_900, -600), (1, 0, nil), (9999, 1_000_000, 840),
    ])
    func wallTimeGoesThereAndBack(year: Int, nanosecond: Int, offset: Int?) throws {
        let time = try #require(
            WallTime(
                year: year, month: 2, day: 28, hour: 23, minute: 59, second: 58, nanosecond: nanosecond,
                offsetMinutes: offset))
        #expect(TakenTime(time).wallTime(offsetMinutes: offset) == time)
    }

    @Test func instantsAreOrderedWhereTheOffsetIsKnown() throws {
        let tokyo = try #require(WallTime(year: 2023, month: 2, day: 2, hour: 8, offsetMinutes: 540))
        let london = try #require(WallTime(year: 2023, month: 2, day: 2, hour: 0, offsetMinutes: 0))
        let unknown = try #require(WallTime(year: 2023, month: 2, day: 2, hour: 1))
        #expect(TakenTime(tokyo) < TakenTime(london))
        #expect(TakenTime(london) < TakenTime(unknown))
        #expect(TakenTime(Timestamp(seconds: london.wallSeconds)) == TakenTime(london))
    }
}
