import Foundation
import Platform
import TestSupport
import Testing

/// When and where pictures were taken, as clients see it.
@Suite(.endToEnd) struct DateCases {
    let photos: TemporaryDirectory
    let data: TemporaryDirectory

    init() throws {
        photos = try TemporaryDirectory()
        data = try TemporaryDirectory()
    }

    private func dates(wrapper: [String] = []) throws -> [String: String] {
        let server = try ServerUnderTest(photos, data: data, wrapper: wrapper)
        try server.waitUntilIdle()
        let dates = try server.assetsByName().mapValues { $0.creationDate ?? "" }
        try server.terminate()
        return dates
    }

    @Test func `C27, C28: an offset is that of the time taken, and a bad one is none`() throws {
        let wanted = [
            "offset_conflict.jpg": "2022-08-01T12:00:00+02:00", "offset_only_modify.jpg": "2022-08-01T12:00:00",
            "offset_p0545.jpg": "2021-07-01T23:30:00+05:45", "offset_p14.jpg": "2025-01-01T00:30:00+14:00",
            "offset_m12.jpg": "2024-12-31T23:30:00-12:00", "offset_Z.jpg": "2025-01-14T18:31:30+00:00",
            "offset_bad.jpg": "2025-01-14T18:31:30", "offset_blank.jpg": "2025-01-14T18:31:30",
        ]
        try photos.add(wanted.keys.map { "dates/\($0)" })
        // There is no such zone, but a camera can be set to it.
        let odd = try Samples.bytes("dates/offset_p0545.jpg").replacing("+05:45".utf8, with: "-05:30".utf8)
        try photos.write(odd, to: "offset_m0530.jpg")
        let dates = try dates()
        #expect(dates["offset_m0530.jpg"] == "2021-07-01T23:30:00-05:30")
        for (name, date) in wanted { #expect(dates[name] == date, "\(name)") }
    }

    @Test(arguments: ["UTC", "Asia/Tokyo", "America/St_Johns"])
    func `C29: a time without offset is never shifted, wherever the server stands`(zone: String) throws {
        try photos.add(["dates/all_three.jpg", "dates/iptc_only.jpg"])
        let dates = try dates(wrapper: ["/usr/bin/env", "TZ=\(zone)"])
        #expect(dates["all_three.jpg"] == "2021-01-01T01:01:01")
        #expect(dates["iptc_only.jpg"] == "2017-08-09T10:11:12+02:00")
    }

    @Test func `C30: without a date inside, the name tells it, and the modification time last`() throws {
        let modified = "2001-09-09T01:46:40+00:00"
        let wanted = [
            "12345678901234.jpg": modified, "20130518_142022_3D657EBD.jpg": "2013-05-18T14:20:22",
            "2018-04-12 19.24.49.jpg": "2018-04-12T19:24:49", "DSC_0001.jpg": modified,
            "IMG-20161224-WA0014.jpg": "2016-12-24T00:00:00", "IMG_20190203_040506.jpg": "2019-02-03T04:05:06",
            "IMG_20209999_999999.jpg": modified, "PXL_20231231_235959123.jpg": "2023-12-31T23:59:59.123+00:00",
            "Screenshot_20190201-212530_App.jpg": "2019-02-01T21:25:30",
            "signal-2018-08-21-100217.jpg": "2018-08-21T10:02:17",
        ]
        let picture = try Samples.bytes("dates/blank.jpg")
        for name in wanted.keys {
            try photos.write(picture, to: FileName(name))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: photos.path(name))
        }
        let dates = try dates()
        for (name, date) in wanted { #expect(dates[name] == date, "\(name)") }
    }

    @Test func `C31: within a second, fractions order pictures, then names, on every page and after a restart`() throws
    {
        let names = ["7_abc", "8_empty", "1_01", "2_099", "3_1", "4_10", "5_999"].map { "burst_\($0).jpg" }
        try photos.add(names.shuffled().map { "dates/\($0)" })
        for _ in 1...2 {
            let server = try ServerUnderTest(photos, data: data)
            try server.waitUntilIdle()
            for limit in [1, 2, 3, 100] {
                let ascending = try server.assets("&sort=taken&order=ascending", limit: limit).map(\.filename)
                #expect(ascending == names, "pages of \(limit)")
                let descending = try server.assets("&sort=taken&order=descending", limit: limit).map(\.filename)
                #expect(descending == names.reversed(), "pages of \(limit)")
            }
            try server.terminate()
        }
    }

    /// A picture of 48° 51′ 29.4″ N with its latitude set to 0: three little-endian rational numbers.
    private func onTheEquator(_ picture: [UInt8]) throws -> [UInt8] {
        var picture = picture
        let latitude: [UInt8] = [48, 0, 0, 0, 1, 0, 0, 0, 51, 0, 0, 0]
        let start = try #require(picture.firstRange(of: latitude)).lowerBound
        for place in [0, 8, 16] { picture.replaceSubrange(start + place..<start + place + 4, with: [0, 0, 0, 0]) }
        return picture
    }

    private struct Place: Decodable {
        struct Location: Decodable {
            let latitude: Double
            let longitude: Double
            let altitude: Double?
        }
        let location: Location?
    }

    @Test func `C32: a place that is none is null, and one on the equator is one`() throws {
        let none = ["x_over_zero.jpg", "zero_over_zero.jpg", "zero_zero.jpg"]
        try photos.add((none + ["decimal_minutes.jpg", "ok_NE.jpg"]).map { "gps/\($0)" } + ["video/loc_zero.mp4"])
        try photos.write(onTheEquator(Samples.bytes("gps/ok_NE.jpg")), to: "equator.jpg")
        let server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        for (name, asset) in try server.assetsByName() {
            let text = try server.get("/assets/\(asset.id)").text
            #expect(!text.contains("NaN") && !text.contains("nan") && !text.contains("inf"), "\(name)")
            let location = try (server.json("/assets/\(asset.id)") as Place).location
            if none.contains(name) || name == "loc_zero.mp4" {
                #expect(location == nil, "\(name)")
            } else {
                let north = name == "equator.jpg" ? 0 : 48.858167
                #expect(abs((location?.latitude ?? 99) - north) < 1e-4, "\(name)")
                #expect(abs((location?.longitude ?? 99) - 2.2945) < 1e-4, "\(name)")
            }
        }
    }

    @Test func `C37: a video's own clock is UTC, Apple's is local, and 1904 and 1970 are no dates`() throws {
        let unset = ["creation_1904.mp4", "creation_unix_epoch.mp4"]
        try photos.add((unset + ["quicktime_keys.mov", "base.mp4"]).map { "video/\($0)" })
        for zone in ["UTC", "Asia/Tokyo"] {
            let server = try ServerUnderTest(photos, data: data, wrapper: ["/usr/bin/env", "TZ=\(zone)"])
            try server.waitUntilIdle()
            let assets = try server.assetsByName()
            #expect(assets["quicktime_keys.mov"]?.creationDate == "2022-03-04T14:06:07+09:00")
            #expect(assets["base.mp4"]?.creationDate == "2022-03-04T05:06:07+00:00")
            for name in unset { #expect(assets[name]?.creationDateSource == "file:modified", "\(name)") }
            try server.terminate()
        }
    }
}
