import PhotoLibrary
import Platform
import Testing

struct DateNamesTests {
    @Test(arguments: [
        ("IMG_20190203_040506.jpg", "2019-02-03T04:05:06", "second"),
        ("20130518_142022_3D657EBD.jpg", "2013-05-18T14:20:22", "second"),
        ("2018-04-12 19.24.49.jpg", "2018-04-12T19:24:49", "second"),
        ("IMG-20161224-WA0014.jpg", "2016-12-24T00:00:00", "day"),
        ("PXL_20231231_235959123.jpg", "2023-12-31T23:59:59.123+00:00", "fraction"),
        ("Screenshot_20190201-212530_App.jpg", "2019-02-01T21:25:30", "second"),
        ("signal-2018-08-21-100217.jpg", "2018-08-21T10:02:17", "second"),
        ("Screenshot from 2024-02-29 12-00-01.png", "2024-02-29T12:00:01", "second"),
        ("WhatsApp Image 2021-03-04 at 05.06.07.jpeg", "2021-03-04T05:06:07", "second"),
        ("photo_2021-03-04_05-06-07.jpg", "2021-03-04T05:06:07", "second"),
        ("mmexport1600000000123.jpg", "2020-09-13T12:26:40.123+00:00", "fraction"),
    ])
    func datesOfNamesAreRead(name: String, date: String, precision: String) throws {
        let found = try #require(DateNames.date(in: FileName(name)))
        #expect(found.time.rfc3339 == date)
        #expect(found.precision == precision)
    }

    @Test(arguments: [
        "12345678901234.jpg", "IMG_20209999_999999.jpg", "DSC_0001.jpg", "IMG_20190230_040506.jpg",
        "00000000_000000.jpg", "IMG_1234.jpg", "",
    ])
    func otherNamesHaveNone(name: String) { #expect(DateNames.date(in: FileName(name)) == nil) }
}
