import Platform
import Testing

@testable import MediaDecoding

struct PlayabilityTests {
    @Test(
        arguments: [
            ("video/mp4", "h264", "aac", "yuv420p", nil),
            ("video/mp4", "h264", nil, "yuvj420p", nil),
            ("video/mp4", "h264", "mp3", nil, nil),
            ("video/webm", "vp9", "opus", "yuv420p10le", nil),
            ("video/quicktime", "h264", "aac", "yuv420p", .remux),
            ("video/x-matroska", "h264", nil, "yuv420p", .remux),
            ("video/quicktime", "h264", "pcm_s16le", "yuv420p", .sound),
            ("video/mp4", "h264", "ac3", "yuv420p", .sound),
            ("video/mp4", "hevc", "aac", "yuv420p", .all),
            ("video/mp4", "h264", "aac", "yuv420p10le", .all),
            ("video/mp4", "h264", "aac", "yuv422p", .all),
            ("video/x-msvideo", "mjpeg", nil, "yuvj420p", .all),
            ("video/webm", "h264", nil, "yuv420p", .all),
            ("video/mp4", nil, nil, nil, .all),
        ] as [(String, String?, String?, String?, Playability.Conversion?)])
    func whatBrowsersPlay(
        type: String, video: String?, audio: String?, pixels: String?, conversion: Playability.Conversion?
    ) {
        let found = Playability(contentType: type, videoCodec: video, audioCodec: audio, pixelFormat: pixels)
        #expect(found.conversion == conversion)
        #expect((found.reason == nil) == (conversion == nil))
    }

    /// However the bytes are cut.
    @Test(arguments: [1, 3, 7, 1000])
    func outputIsReadAsItComes(size: Int) {
        let text =
            "frame=1\nout_time_us=500000\nprogress=continue\nout_time_us=N/A\n/proc/self/fd/0: Invalid data\nout_time_us=900000\nprogress=end\n"
        var output = ConverterOutput()
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) { output.take(Array(bytes[start...].prefix(size))) }
        #expect(output.microseconds == 900_000)
        #expect(output.isDone)
        #expect(output.complaint == "/proc/self/fd/0: Invalid data")
    }

    @Test func argumentsNameNoFileAndOneContainer() {
        var source = PlayableSource(
            contentTag: "a",
            file: MediaFile(name: "x") { () throws(SystemError) in throw SystemError(code: 2, call: "x") },
            part: 100..<200, duration: nil, isHDR: true, conversion: .all)
        let words = ConverterArguments.make(source, demuxer: "mov")
        #expect(words.contains("subfile,,start,100,end,200,,:/proc/self/fd/0"))
        #expect(words.last == "/proc/self/fd/4")
        #expect(words.contains { $0.contains("tonemap") })
        source.conversion = .remux
        source.part = nil
        let copying = ConverterArguments.make(source, demuxer: "mov")
        #expect(copying.contains("copy") && !copying.contains("libx264"))
        #expect(copying.firstIndex(of: "mov").map { copying[$0 - 1] } == "-f")
    }

    @Test func anotherPartOrContentIsAnotherVideo() {
        let file = MediaFile(name: "x") { () throws(SystemError) in throw SystemError(code: 2, call: "x") }
        let sources = [
            PlayableSource(contentTag: "a", file: file, part: nil, duration: nil, isHDR: false, conversion: .all),
            PlayableSource(contentTag: "b", file: file, part: nil, duration: nil, isHDR: false, conversion: .all),
            PlayableSource(contentTag: "a", file: file, part: 5..<9, duration: nil, isHDR: false, conversion: .all),
            PlayableSource(contentTag: "a", file: file, part: nil, duration: nil, isHDR: false, conversion: .remux),
        ]
        #expect(Set(sources.map(\.filename)).count == sources.count)
    }
}
