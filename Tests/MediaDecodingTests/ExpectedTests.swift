import Foundation
import Platform
import Testing

@testable import MediaDecoding

/// Every fixture of which the right answer is written down in `Fixtures/expected.json`.
struct ExpectedTests {
    /// Right answers that are not given, each with its reason.
    private static let known = [
        "bombs/png_787402x787402_rgba_short.png error": "the header is sound; rendering refuses it for its size",
        "images/plain.bmp pixel": "the fixture is a smaller drawing of 40 x 30 pixels",
        "motion/length_negative.jpg motion": "the length is refused; the video is found by its ftyp box",
    ]

    private static var expected: [String: [String: Any]] {
        guard let data = FileManager.default.contents(atPath: Decoding.path("expected.json")),
            let object = try? JSONSerialization.jsonObject(with: data) as? [String: [String: Any]]
        else { return [:] }
        return object
    }

    /// Those that are among the fixtures; the others are large, or named by what they test and have no answer here.
    private static let names = expected.keys.sorted().filter {
        FileManager.default.fileExists(atPath: Decoding.path($0)) && $0.contains(".") && !$0.hasSuffix(".xmp")
    }

    @Test func mostOfTheWrittenAnswersAreLookedAt() { #expect(Self.names.count >= 150) }

    @Test(arguments: names) func answersAreRight(_ name: String) async throws {
        let right = try #require(Self.expected[name])
        let answer = await Decoding.pool.metadata(of: [Decoding.file(name)])[0]
        if right["error"] as? Bool == true {
            if case .success = answer, Self.known["\(name) error"] == nil { Issue.record("\(name) was read") }
            return
        }
        guard case .success(let metadata) = answer else {
            // Answers in words leave it open whether such a file can be read.
            #expect(right["pixel"] as? [Int] == nil && right["capture"] as? String == nil, "\(name): \(answer)")
            return
        }
        let misses = misses(metadata, right).filter { Self.known["\(name) \($0)"] == nil }
        #expect(misses.isEmpty, "\(name): \(misses) \(metadata)")
    }

    /// The names of the answers that differ.
    private func misses(_ metadata: MediaMetadata, _ right: [String: Any]) -> [String] {
        var misses: [String] = []
        func check(_ name: String, _ isRight: Bool) { if !isRight { misses.append(name) } }
        func isNull(_ name: String) -> Bool { right[name] is NSNull }
        func number(_ name: String) -> Double? { (right[name] as? NSNumber)?.doubleValue }
        if let pixel = right["pixel"] as? [Int] {
            check("pixel", metadata.pixelSize == PixelSize(width: pixel[0], height: pixel[1]))
        }
        if isNull("capture") || isNull("utc") { check("capture", metadata.captureDate == nil) }
        // Words such as `kept or None` leave the answer open.
        if let capture = right["capture"] as? String, let time = WallTime(rfc3339: capture) {
            check("capture", metadata.captureDate?.time == time)
        }
        if let utc = right["utc"] as? String, let time = WallTime(rfc3339: utc) {
            check("utc", metadata.captureDate?.time.instant == time.instant)
        }
        if let fraction = number("fraction") {
            check("fraction", metadata.captureDate?.time.nanosecond == Int((fraction * 1e9).rounded()))
        }
        if isNull("lat") { check("lat", metadata.location == nil) }
        if let latitude = number("lat"), let longitude = number("lon") {
            check("lat", abs((metadata.location?.latitude ?? 1000) - latitude) < 1e-4)
            check("lon", abs((metadata.location?.longitude ?? 1000) - longitude) < 1e-4)
        }
        if let altitude = number("alt") { check("alt", metadata.location?.altitude == altitude) }
        if let duration = number("duration") {
            check("duration", abs((metadata.duration.map { $0 / .seconds(1) } ?? -1) - duration) < 0.05)
        }
        if let type = right["mime"] as? String { check("mime", metadata.contentType == type) }
        if let frames = number("frames"), metadata.kind == .image {
            check("frames", metadata.frameCount == Int(frames))
        }
        if right["subtype"] as? String == "animated" { check("subtype", metadata.traits.contains(.animated)) }
        if right["subtype"] as? String == "HDR video" { check("subtype", metadata.traits.contains(.hdr)) }
        if let rate = number("fps") { check("fps", abs((metadata.frameRate ?? 0) - rate) < 0.01) }
        if let hasSound = right["audio"] as? Bool { check("audio", (metadata.audioCodec != nil) == hasSound) }
        if let make = right["make"] as? String { check("make", metadata.cameraMake == make) }
        if let model = right["model"] as? String { check("model", metadata.cameraModel == model) }
        if let title = right["title"] as? String, !title.contains(" or ") {
            check("title", metadata.title == title || metadata.caption == title)
        }
        if let motion = right["motion"] as? Bool { check("motion", (metadata.motionVideo != nil) == motion) }
        if let length = number("video_length"), right["motion"] as? Bool == true {
            check("video_length", metadata.motionVideo?.count == Int(length))
        }
        if let identifier = right["content_id"] as? String {
            check("content_id", metadata.contentIdentifier == MetadataText.clean(identifier))
        }
        if isNull("content_id") { check("content_id", metadata.contentIdentifier == nil) }
        return misses
    }
}
