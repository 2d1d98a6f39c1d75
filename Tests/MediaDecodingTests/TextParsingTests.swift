import Platform
import Testing

@testable import MediaDecoding

struct TextParsingTests {
    @Test(
        arguments: [
            ("2021:01:02 03:04:05", nil, nil, "2021-01-02T03:04:05"),
            ("2021-01-02T03:04:05Z", nil, nil, "2021-01-02T03:04:05+00:00"),
            ("2021-01-02T03:04:05.5+0530", nil, nil, "2021-01-02T03:04:05.500+05:30"),
            ("2021-01-02T03:04", nil, nil, "2021-01-02T03:04:00"),
            ("2021-01-02", nil, nil, "2021-01-02T00:00:00"),
            ("2021:01:02 03:04:05", "0123456789", "-05:30", "2021-01-02T03:04:05.012-05:30"),
            ("2021:01:02 03:04:05", nil, "+15:00", "2021-01-02T03:04:05"),
            ("2021:01:02 03:04:05", nil, "   :  ", "2021-01-02T03:04:05"),
            ("2021:01:02 24:04:05", nil, nil, nil), ("2021", nil, nil, nil), ("2021-07", nil, nil, nil),
            ("0000:00:00 00:00:00", nil, nil, nil), ("    :  :     :  :  ", nil, nil, nil), ("", nil, nil, nil),
            ("1970-01-01T00:00:00Z", nil, nil, nil), ("1904-01-01T00:00:00Z", nil, nil, nil),
            ("1970-01-01T00:00:01Z", nil, nil, "1970-01-01T00:00:01+00:00"), ("2021-01-02 evening", nil, nil, nil),
            ("٢٠٢١:01:02 03:04:05", nil, nil, nil),
        ] as [(String, String?, String?, String?)])
    func dates(_ text: String, _ fraction: String?, _ offset: String?, _ expected: String?) {
        #expect(WallTime(parsing: text, fraction: fraction, offset: offset)?.rfc3339 == expected)
    }

    @Test(arguments: [
        ("+35.6586+139.7454+012.3/", 35.6586, 139.7454), ("-3351.408+15112.918/", -33.8568, 151.215300),
        ("+352131.0+1394443.4/", 35.358611, 139.745389), ("+90+180/", 90, 180),
    ])
    func places(_ text: String, _ latitude: Double, _ longitude: Double) throws {
        let location = try #require(MediaMetadata.Location(iso6709: text))
        #expect(abs(location.latitude - latitude) < 0.0001)
        #expect(abs(location.longitude - longitude) < 0.0001)
    }

    @Test(arguments: ["", "+", "+35", "+0+0/", "+91+0/", "+35.6", "+x+y", "35,139", "+nan+inf/"])
    func `no places`(_ text: String) { #expect(MediaMetadata.Location(iso6709: text) == nil) }

    @Test func `XMP places`() throws {
        let location = try #require(MediaMetadata.Location(xmpLatitude: "48,51.49N", longitude: "2,17,40.2W"))
        #expect(abs(location.latitude - 48.858167) < 0.00001)
        #expect(abs(location.longitude + 2.2945) < 0.00001)
        #expect(MediaMetadata.Location(xmpLatitude: "48,51.49", longitude: "2,17.4E") == nil)
    }

    @Test func `texts lose control characters and blanks`() {
        #expect(MetadataText.clean(" \u{1B}a\0b\n ") == "ab")
        #expect(MetadataText.clean(" \0 ") == nil)
        #expect(([0x63, 0xE9] as [UInt8]).withUnsafeBytes { MetadataText.text($0) } == "cé")
    }
}
