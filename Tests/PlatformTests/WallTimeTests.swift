import Platform
import Testing

@Suite struct WallTimeTests {
    @Test(arguments: [
        "2023-02-02T02:00:00.123+09:00", "2023-02-02T02:00:00", "2016-02-29T12:00:00-12:00",
        "9999-12-31T23:59:59+14:00", "2023-01-01T00:00:00-23:59",
        "0001-01-01T00:00:00+00:00",
    ])
    func whatIsWrittenIsReadBack(text: String) {
        #expect(WallTime(rfc3339: text)?.rfc3339 == text)
    }

    @Test(arguments: [
        "2023-02-29T00:00:00", "2023-13-01T00:00:00", "2023-00-01T00:00:00", "2023-01-01T24:00:00", "2023-01-01", "",
        "2023-01-01T00:00:00+9:00", "2023-01-01T00:00:00+24:00", "2023-01-01T00:00:00.", "2023-01-01T00:00:00Zx",
        "+023-01-01T00:00:00", "2023-01-01T00:00:00+00:60",
    ])
    func whatNoCalendarHasIsRefused(text: String) {
        #expect(WallTime(rfc3339: text) == nil)
    }

    @Test func aLeapSecondStaysInItsMinute() {
        #expect(WallTime(rfc3339: "2016-12-31T23:59:60Z")?.rfc3339 == "2016-12-31T23:59:59+00:00")
    }

    @Test func theInstantNeedsAnOffset() {
        #expect(WallTime(rfc3339: "2022-08-01T12:00:00")?.instant == nil)
        #expect(
            WallTime(rfc3339: "2022-08-01T12:00:00.5+02:00")?.instant
                == Timestamp(nanoseconds: 1_659_348_000_500_000_000))
    }

    @Test(arguments: [
        (
            Timestamp(nanoseconds: 1_659_348_000_500_000_000), "2022-08-01T10:00:00.500Z",
            "Mon, 01 Aug 2022 10:00:00 GMT"
        ),
        (Timestamp(nanoseconds: -1), "1969-12-31T23:59:59.999Z", "Wed, 31 Dec 1969 23:59:59 GMT"),
        (Timestamp(seconds: .min), "1677-09-21T00:12:43.145Z", "Tue, 21 Sep 1677 00:12:43 GMT"),
        (Timestamp(seconds: .max), "2262-04-11T23:47:16.854Z", "Fri, 11 Apr 2262 23:47:16 GMT"),
    ])
    func instantsAreWrittenInUTC(instant: Timestamp, rfc3339: String, httpDate: String) {
        #expect(instant.rfc3339 == rfc3339)
        #expect(instant.httpDate == httpDate)
    }

    @Test func aDateIsItsFirstMoment() {
        #expect(WallTime(rfc3339Date: "2023-02-02")?.rfc3339 == "2023-02-02T00:00:00")
        #expect(WallTime(rfc3339Date: "2023-02-30") == nil)
        #expect(WallTime(rfc3339Date: "2023-02-02T00:00:00") == nil)
    }
}
