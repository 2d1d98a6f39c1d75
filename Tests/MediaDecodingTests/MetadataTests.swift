import Platform
import Testing

@testable import MediaDecoding

/// What fixtures say of themselves, read by real decoder processes.
struct MetadataTests {
    @Test(
        arguments: [
            ("dates/IMG_20200102_030405_zero.jpg", nil, nil),
            ("dates/all_three.jpg", "2021-01-01T01:01:01", "exif:DateTimeOriginal"),
            ("dates/blank.jpg", nil, nil),
            ("dates/burst_1_01.jpg", "2023-05-06T07:08:09.010+00:00", "exif:DateTimeOriginal"),
            ("dates/burst_2_099.jpg", "2023-05-06T07:08:09.099+00:00", "exif:DateTimeOriginal"),
            ("dates/burst_3_1.jpg", "2023-05-06T07:08:09.100+00:00", "exif:DateTimeOriginal"),
            ("dates/burst_4_10.jpg", "2023-05-06T07:08:09.100+00:00", "exif:DateTimeOriginal"),
            ("dates/burst_7_abc.jpg", "2023-05-06T07:08:09+00:00", "exif:DateTimeOriginal"),
            ("dates/burst_8_empty.jpg", "2023-05-06T07:08:09+00:00", "exif:DateTimeOriginal"),
            ("dates/dashes.jpg", "2021-03-04T05:06:07", "exif:DateTimeOriginal"),
            ("dates/digitized_only.jpg", "2019-01-02T03:04:05", "exif:DateTimeDigitized"),
            ("dates/empty.jpg", nil, nil),
            ("dates/exif_and_xmp.jpg", "2021-01-01T01:01:01", "exif:DateTimeOriginal"),
            ("dates/iptc_only.jpg", "2017-08-09T10:11:12+02:00", "iptc:DateCreated"),
            ("dates/leap_bad.jpg", nil, nil),
            ("dates/leap_ok.jpg", "2016-02-29T12:00:00", "exif:DateTimeOriginal"),
            ("dates/month13.jpg", nil, nil),
            ("dates/offset_Z.jpg", "2025-01-14T18:31:30+00:00", "exif:DateTimeOriginal"),
            ("dates/offset_bad.jpg", "2025-01-14T18:31:30", "exif:DateTimeOriginal"),
            ("dates/offset_blank.jpg", "2025-01-14T18:31:30", "exif:DateTimeOriginal"),
            ("dates/offset_conflict.jpg", "2022-08-01T12:00:00+02:00", "exif:DateTimeOriginal"),
            ("dates/offset_m12.jpg", "2024-12-31T23:30:00-12:00", "exif:DateTimeOriginal"),
            ("dates/offset_only_modify.jpg", "2022-08-01T12:00:00", "exif:DateTimeOriginal"),
            ("dates/offset_p0545.jpg", "2021-07-01T23:30:00+05:45", "exif:DateTimeOriginal"),
            ("dates/offset_p14.jpg", "2025-01-01T00:30:00+14:00", "exif:DateTimeOriginal"),
            ("dates/sec60.jpg", "2016-12-31T23:59:59+00:00", "exif:DateTimeOriginal"),
            ("dates/xmp_only_tz.jpg", "2018-07-06T05:04:03.210+09:00", "xmp:DateCreated"),
            ("dates/xmp_partial.jpg", nil, nil),
            ("dates/y2038.jpg", "2038-01-19T03:14:08+00:00", "exif:DateTimeOriginal"),
            ("dates/y9999.jpg", "9999-12-31T23:59:59", "exif:DateTimeOriginal"),
            ("images/exif_orient6.webp", "2021-01-01T01:01:01", "exif:DateTimeOriginal"),
            ("images/png_itxt_xmp.png", "2018-07-06T05:04:03+00:00", "xmp:DateCreated"),
            ("images/png_raw_profiles.png", "2021-03-04T05:06:07", "exif:DateTimeOriginal"),
            ("modern/irot_and_exif6.heic", "2021-01-01T01:01:01+02:00", "exif:DateTimeOriginal"),
            ("structure/exif_bad_magic.jpg", nil, nil),
            ("structure/exif_ifd_loop.jpg", nil, nil),
            ("structure/ifd_loop.jpg", "2021-01-01T01:01:01", "exif:DateTimeOriginal"),
            ("structure/ifd_offset_past_end.jpg", nil, nil),
            ("structure/makernote_out_of_range.jpg", "2021-01-01T01:01:01", "exif:DateTimeOriginal"),
            ("structure/two_exif_segments.jpg", "2021-01-01T01:01:01", "exif:DateTimeOriginal"),
            ("video/base.mp4", "2022-03-04T05:06:07+00:00", "quicktime:MovieHeader"),
            ("video/creation_1904.mp4", nil, nil),
            ("video/creation_unix_epoch.mp4", nil, nil),
            ("video/quicktime_keys.mov", "2022-03-04T14:06:07+09:00", "quicktime:CreationDate"),
        ] as [(String, String?, String?)])
    func `the capture date and its source`(_ name: String, _ date: String?, _ source: String?) async throws {
        let metadata = try await Decoding.metadata(name)
        #expect(metadata.captureDate?.time.rfc3339 == date)
        #expect(metadata.captureDate?.source == source)
    }

    @Test(arguments: [
        ("images/anim3.gif", "image/gif", 64, 48), ("images/anim3.webp", "image/webp", 64, 48),
        ("images/exif_orient6.webp", "image/webp", 480, 640), ("images/one_px.png", "image/png", 1, 1),
        ("images/pano_1x20000.jpg", "image/jpeg", 1, 20000), ("images/plain.bmp", "image/bmp", 40, 30),
        ("images/static.webp", "image/webp", 64, 48), ("images/progressive.jpg", "image/jpeg", 640, 480),
        ("modern/from_jpeg_exif6.jxl", "image/jxl", 120, 160), ("modern/naked.jxl", "image/jxl", 640, 480),
        ("modern/irot_and_exif1.heic", "image/heic", 640, 480), ("modern/irot_and_exif6.heic", "image/heic", 640, 480),
        ("modern/irot_and_exif8.heic", "image/heic", 640, 480), ("modern/noirot_exif6.heic", "image/heic", 480, 640),
        ("modern/plain.avif", "image/avif", 640, 480), ("modern/plain.heic", "image/heic", 640, 480),
        ("orientation/o1.jpg", "image/jpeg", 640, 480), ("orientation/o5.jpg", "image/jpeg", 640, 480),
        ("orientation/o6_bigendian.jpg", "image/jpeg", 640, 480), ("orientation/o9.jpg", "image/jpeg", 640, 480),
        ("orientation/ifd1_only.jpg", "image/jpeg", 640, 480), ("orientation/xmp_vs_exif.jpg", "image/jpeg", 640, 480),
        ("broken/jpg_named.heic", "image/jpeg", 640, 480), ("broken/jpg_named.mp4", "image/jpeg", 640, 480),
        ("broken/noext", "image/jpeg", 640, 480), ("broken/trunc_25.jpg", "image/jpeg", 640, 480),
        ("broken/trunc_50.png", "image/png", 640, 480), ("bombs/png_ztxt_bomb.png", "image/png", 640, 480),
        ("bombs/png_30000x30000_1bit.png", "image/png", 30000, 30000),
        ("structure/xmp_billion_laughs.jpg", "image/jpeg", 160, 120),
        ("video/base.mp4", "video/mp4", 160, 120), ("video/rot90.mp4", "video/mp4", 160, 120),
        ("video/rot270.mp4", "video/mp4", 160, 120), ("video/fragmented.mp4", "video/mp4", 160, 120),
        ("video/mdat_cut.mp4", "video/mp4", 160, 120), ("video/quicktime_keys.mov", "video/quicktime", 160, 120),
        ("video/mjpeg.avi", "video/x-msvideo", 160, 120),
    ])
    func `type by content, size as shown`(_ name: String, _ type: String, _ width: Int, _ height: Int) async throws {
        let metadata = try await Decoding.metadata(name)
        #expect(metadata.contentType == type)
        #expect(metadata.pixelSize == PixelSize(width: width, height: height))
    }

    @Test(
        arguments: [
            ("gps/decimal_minutes.jpg", 48.858167, 2.2945, nil), ("gps/ok_NE.jpg", 48.858167, 2.2945, 35.25),
            ("gps/sec_zero_over_zero.jpg", 48.85, 2.283333, nil), ("video/loc_xyz.mp4", -33.8568, 151.2153, nil),
            ("video/quicktime_keys.mov", 35.6586, 139.7454, 40),
        ] as [(String, Double, Double, Double?)])
    func `the place`(_ name: String, _ latitude: Double, _ longitude: Double, _ altitude: Double?) async throws {
        let location = try #require(try await Decoding.metadata(name).location)
        #expect(abs(location.latitude - latitude) < 0.00001)
        #expect(abs(location.longitude - longitude) < 0.00001)
        #expect(location.altitude == altitude)
    }

    @Test(arguments: ["gps/x_over_zero.jpg", "gps/zero_over_zero.jpg", "gps/zero_zero.jpg", "video/loc_zero.mp4"])
    func `no place where the fields make none`(_ name: String) async throws {
        #expect(try await Decoding.metadata(name).location == nil)
    }

    @Test(arguments: [
        ("video/base.mp4", 2.0), ("video/short_400ms.mp4", 0.4), ("video/fragmented.mp4", 2.0),
        ("video/mvhd_timescale_0.mp4", 2.0), ("video/mdat_cut.mp4", 2.0), ("video/mjpeg.avi", 1.0),
        ("video/audio_only.mp4", 1.0),
    ])
    func `the duration`(_ name: String, _ seconds: Double) async throws {
        let duration = try #require(try await Decoding.metadata(name).duration)
        #expect(abs(duration / .seconds(1) - seconds) < 0.05)
    }

    @Test func `what is special, and words`() async throws {
        let animation = try await Decoding.metadata("images/anim3.gif")
        #expect(animation.frameCount == 3 && animation.traits == .animated)
        #expect(try await Decoding.metadata("images/anim3.webp").frameCount == 3)
        #expect(try await Decoding.metadata("images/pano_16384x256.jpg").traits == .panorama)
        #expect(try await Decoding.metadata("images/three_items_gainmap.jpg").traits == .hdr)
        #expect(try await Decoding.metadata("video/hdr_pq_10bit.mov").traits == .hdr)
        let sound = try await Decoding.metadata("video/audio_only.mp4")
        #expect(sound.kind == .audio && sound.contentType == "audio/mp4" && sound.codec == "aac")
        let phone = try await Decoding.metadata("video/quicktime_keys.mov")
        #expect(phone.cameraMake == "Apple" && phone.cameraModel == "iPhone 13" && phone.codec == "h264")
        #expect(try await Decoding.metadata("dates/iptc_utf8_caption.jpg").caption == "日本 café")
        #expect(try await Decoding.metadata("dates/iptc_latin1_caption.jpg").caption == "café")
    }

    @Test(
        arguments: [
            ("broken/zero.heic", .empty), ("broken/html.jpg", .notMedia), ("broken/text.jpg", .notMedia),
            ("broken/lfs_pointer.jpg", .notMedia), ("broken/garbage_before_soi.jpg", .notMedia),
            ("broken/soi_only.jpg", .notMedia), ("broken/soi_eoi.jpg", .damaged),
            ("bombs/png_2147483647.png", .damaged),
            ("video/box_size_7.mp4", .damaged), ("video/nested_moov_3000.mp4", .damaged),
            ("video/no_moov_truncated.mp4", .damaged), ("broken/not there", .unreadable),
        ] as [(String, DecodeFailure.Code)])
    func `why there is none`(_ name: String, _ code: DecodeFailure.Code) async throws {
        await #expect { try await Decoding.metadata(name) } throws: { ($0 as? DecodeFailure)?.code == code }
    }

    @Test func `answers keep the order of a large call`() async throws {
        let names = (0..<200).map { Decoding.names[$0 % Decoding.names.count] }
        let answers = await Decoding.pool.metadata(of: names.map { Decoding.file($0) })
        let alone = await Decoding.pool.metadata(of: Decoding.names.map { Decoding.file($0) })
        for (place, answer) in answers.enumerated() { #expect(answer == alone[place % Decoding.names.count]) }
    }

    @Test func `the server computes the fingerprint that a decoder does`() async throws {
        for name in ["images/plain.bmp", "bombs/png_ztxt_bomb.png"] {
            let file = try Decoding.file(name).open()
            let size = try file.status().stamp.size
            let here = try Fingerprint.compute(file, size: size)
            #expect(try await Decoding.metadata(name).fingerprint == here)
        }
    }
}
