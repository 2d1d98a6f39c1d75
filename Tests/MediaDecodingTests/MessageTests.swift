import Platform
import Testing

@testable import MediaDecoding

struct MessageTests {
    private var metadata: MediaMetadata {
        var metadata = MediaMetadata(
            contentType: "image/heic", kind: .image, fingerprint: Fingerprint(high: .max, low: 7))
        metadata.pixelSize = PixelSize(width: 4032, height: 3024)
        metadata.orientation = 6
        metadata.duration = .milliseconds(2900)
        metadata.captureDate = WallTime(parsing: "2021-01-02T03:04:05.678+09:00").map {
            MediaMetadata.CaptureDate(time: $0, source: "exif:DateTimeOriginal")
        }
        metadata.location = MediaMetadata.Location(latitude: -33.5, longitude: 151, altitude: -2)
        metadata.cameraMake = "Müller"
        metadata.keywords = ["a", "b"]
        metadata.rating = -1
        metadata.traits = [.hdr, .panorama]
        metadata.audioCodec = "aac"
        metadata.pixelFormat = "yuv420p"
        metadata.frameRate = 29.97
        metadata.captureRate = 240
        metadata.exposureTime = 0.01
        metadata.contentIdentifier = "A"
        metadata.burstIdentifier = "B"
        metadata.motionVideo = 7..<1 << 40
        metadata.problems = [MediaMetadata.Problem(code: "tooLarge", detail: "…")]
        return metadata
    }

    private func decode(_ bytes: [UInt8]) throws -> Result<MediaMetadata, DecodeFailure> {
        try DecoderAnswer.decode(bytes) { reader throws(ByteReader.Malformed) in try MediaMetadata(decoding: &reader) }
    }

    @Test func `what is written is read`() throws {
        let bytes = DecoderAnswer.encode(Result<MediaMetadata, DecodeFailure>.success(metadata)) { $1.encode(to: &$0) }
        #expect(try decode(bytes) == .success(metadata))
        let failure = DecodeFailure(.damaged, "why")
        let failed = DecoderAnswer.encode(Result<MediaMetadata, DecodeFailure>.failure(failure)) { $1.encode(to: &$0) }
        #expect(try decode(failed) == .failure(failure))
        let plain = RenderRequest(
            size: PixelSize(width: 8192, height: 1), mode: .aspectFill, format: .avif, quality: 1)
        let special = RenderRequest(
            size: PixelSize(width: 1, height: 8192), crop: CropArea(left: 0, top: 5000, width: 10_000, height: 5000),
            time: 1500, sequence: RenderRequest.FrameSequence(count: 7, isAnimated: true),
            isWide: true, isDraft: true)
        #expect(special.crop != nil)
        for request in [plain, special] {
            let message = DecoderRequest.render(request, threads: 3)
            #expect(try DecoderRequest(decoding: message.encoded) == message)
        }
        #expect(try DecoderRequest(decoding: DecoderRequest.preparation.encoded) == .preparation)
    }

    @Test func `nothing that a process may write traps`() throws {
        let bytes = DecoderAnswer.encode(Result<MediaMetadata, DecodeFailure>.success(metadata)) { $1.encode(to: &$0) }
        for length in 0..<bytes.count {
            #expect(throws: ByteReader.Malformed.self) { try decode(Array(bytes.prefix(length))) }
        }
        #expect(throws: ByteReader.Malformed.self) { try decode(bytes + [0]) }
        for place in bytes.indices {
            for value: UInt8 in [0, 1, 2, 0x7F, 0x80, 0xFF] {
                var changed = bytes
                changed[place] = value
                _ = try? decode(changed)
            }
        }
    }
}
