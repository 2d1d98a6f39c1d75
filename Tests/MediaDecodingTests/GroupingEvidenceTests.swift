import Platform
import Testing

@testable import MediaDecoding

/// What files say about which others they belong to, read by real decoder processes.
struct GroupingEvidenceTests {
    private static func identifier(_ number: Int) -> String { "8C1B2A30-000\(number)-4AAA-8BBB-0123456789AB" }

    @Test(arguments: [
        ("live/pair/IMG_0001.JPG", identifier(1)), ("live/pair/IMG_0001.MOV", identifier(1)),
        ("live/same_name_other_id/IMG_9140.JPG", identifier(3)),
        ("live/same_name_other_id/IMG_9140.MOV", identifier(4)), ("live/orphan/IMG_0006.MOV", identifier(6)),
        ("live/empty_id/IMG_1.JPG", nil), ("live/empty_id/V.MOV", nil),
        ("live/same_name_no_id_close/IMG_8.JPG", nil), ("live/same_name_no_id_close/IMG_8.MOV", nil),
    ])
    func contentIdentifiersAreRead(name: String, identifier: String?) async throws {
        #expect(try await Decoding.metadata(name).contentIdentifier == identifier)
    }

    /// Where the video is said to be it must be, or it is found; else there is none.
    @Test(arguments: [
        ("MVIMG_20190101_000000", true), ("primary_padding_8", true), ("three_items_gainmap", true),
        ("video_not_last", true), ("length_off_by_100", true), ("length_larger_than_file", true),
        ("length_negative", true), ("flag_but_stripped", false), ("flag_zero", false), ("no_xmp_ftyp_trailer", false),
    ])
    func motionVideosAreFound(name: String, isMotion: Bool) async throws {
        let metadata = try await Decoding.metadata("motion/\(name).jpg")
        #expect(metadata.codec == (isMotion ? "h264" : nil))
        guard isMotion else { return #expect(metadata.motionVideo == nil) }
        let video = try #require(metadata.motionVideo)
        #expect(video.count == 2354)
        let bytes = try Decoding.bytes("motion/\(name).jpg")[Int(video.lowerBound)..<Int(video.upperBound)]
        #expect(bytes.dropFirst(4).prefix(4).elementsEqual("ftyp".utf8))
    }

    @Test func samsungsTrailerSaysWhereTheVideoIs() throws {
        let video = try Decoding.bytes("video/rot0.mp4")
        func number(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(value).littleEndian) { Array($0) } }
        let block = [0, 0, 0x30, 0x0A] + number(16) + Array("MotionPhoto_Data".utf8) + video
        let directory =
            Array("SEFH".utf8) + number(107) + number(1) + [0, 0, 0x30, 0x0A] + number(block.count)
            + number(block.count)
        let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
        let file = picture + block + directory + number(directory.count) + Array("SEFT".utf8)
        let range = file.withUnsafeBytes { MotionVideo.find(in: $0, xmp: [], isHEIF: false) }
        #expect(range == 28..<Int64(28 + video.count))
        for place in file.indices.suffix(40) {
            var broken = file
            broken[place] ^= 0xFF
            let found = broken.withUnsafeBytes { MotionVideo.find(in: $0, xmp: [], isHEIF: false) }
            #expect(found == nil || found == range)
        }
    }

    @Test func codecsAndRatesAreRead() async throws {
        let video = try await Decoding.metadata("video/base.mp4")
        #expect(video.codec == "h264" && video.audioCodec == "aac" && video.pixelFormat == "yuv420p")
        #expect(video.frameRate == 25)
        #expect(try await Decoding.metadata("video/noaudio.mp4").audioCodec == nil)
        #expect(try await Decoding.metadata("video/hevc_hvc1.mov").codec == "hevc")
    }

    @Test func makerNotesOfAppleAreReadWithinTheirBounds() throws {
        var note = Array("Apple iOS\0".utf8) + [0, 1] + Array("MM".utf8) + [0, 2]
        note += [0, 0x0B, 0, 2, 0, 0, 0, 4] + Array("abc\0".utf8)
        note +=
            [0, 0x11, 0, 2, 0, 0, 0, 6, 0, 0, 0, UInt8(note.count + 12 + 4)] + [0, 0, 0, 0] + Array("xyz12\0".utf8)
        let found = AppleMakerNote(note)
        #expect(found.burstIdentifier == "abc" && found.contentIdentifier == "xyz12")
        // Cut anywhere, it must not be read behind its end.
        for length in 0..<note.count { #expect(AppleMakerNote(Array(note.prefix(length))).contentIdentifier == nil) }
        for place in note.indices {
            var broken = note
            broken[place] = 0xFF
            _ = AppleMakerNote(broken)
        }
        #expect(AppleMakerNote(Array("Nikon".utf8)) == AppleMakerNote([]))
    }

    @Test(
        arguments: [
            ("GCamera:MicroVideo=\"1\" GCamera:MicroVideoOffset=\"77\"", true, 77),
            ("GCamera:MicroVideo='0' GCamera:MicroVideoOffset='77'", false, nil),
            ("GCamera:MotionPhoto=\"1\"", true, nil),
            (
                "GCamera:MotionPhoto=\"1\"<Container:Item Item:Semantic=\"Primary\" Item:Length=\"9\"/>"
                    + "<Container:Item Item:Semantic=\"MotionPhoto\" Item:Length=\"50\"/>"
                    + "<Container:Item Item:Semantic=\"GainMap\" Item:Length=\"7\"/>", true, 57
            ),
            (
                "<GCamera:MotionPhoto>1</GCamera:MotionPhoto><Container:Item><Item:Semantic>MotionPhoto</Item:Semantic>"
                    + "<Item:Length>50</Item:Length></Container:Item>", true, 50
            ),
            (
                "GCamera:MotionPhoto=\"1\"<Container:Item Item:Semantic=\"MotionPhoto\" Item:Length=\"9223372036854775807\"/>"
                    + "<Container:Item Item:Semantic=\"GainMap\" Item:Length=\"9\"/>", true, nil
            ),
            ("GCamera:MotionPhoto=\"1", true, nil), ("", false, nil),
        ] as [(String, Bool, Int?)])
    func packetsSayWhereTheVideoIs(packet: String, isMotion: Bool, distance: Int?) {
        let said = MotionXMP(Array(packet.utf8))
        #expect(said.isMotionPhoto == isMotion)
        #expect(said.distanceFromEnd == distance)
    }
}
