import Foundation
import Platform
import TestSupport
import Testing

@testable import MediaDecoding

/// Real videos, made playable by the real program.
struct VideoConverterTests {
    private let directory: TemporaryDirectory
    private let service: PlayableService

    init() throws {
        directory = try TemporaryDirectory()
        let binary = Bundle.module.bundleURL.deletingLastPathComponent().appendingPathComponent("contactsheet").path
        service = try PlayableService(
            directory: FileName(directory.path("videos")), byteLimit: 1 << 30, executable: FileName(binary), width: 1,
            log: .silent)
    }

    private func convert(
        _ file: MediaFile, _ conversion: Playability.Conversion, part: Range<Int64>? = nil, isHDR: Bool = false
    ) async throws -> MediaMetadata {
        let source = PlayableSource(
            contentTag: "x", file: file, part: part, duration: .seconds(1), isHDR: isHDR, conversion: conversion)
        guard case .ready(let result) = try await service.playable(source, waiting: .seconds(60)) else {
            throw DecodeFailure(.timedOut, "not made within a minute")
        }
        return try ContainerMetadata.read(try FileContent(result), demuxer: "mov")
    }

    @Test(
        arguments: [
            ("video/hevc_hvc1.mov", .all, 1.0), ("video/mjpeg.avi", .all, 1.0), ("video/hdr_pq_10bit.mov", .all, nil),
            ("video/rot90.mp4", .all, 1.0), ("video/rot90.mp4", .remux, 1.0), ("video/quicktime_keys.mov", .remux, nil),
            ("video/short_400ms.mp4", .all, 0.4), ("video/base.mp4", .sound, 2.0),
        ] as [(String, Playability.Conversion, Double?)])
    func theResultIsWhatBrowsersPlay(name: String, conversion: Playability.Conversion, seconds: Double?) async throws {
        let result = try await convert(Decoding.file(name), conversion, isHDR: name.contains("hdr"))
        #expect(result.contentType == "video/mp4")
        #expect(result.codec == "h264")
        #expect(result.pixelSize == PixelSize(width: 160, height: 120))
        if let seconds {
            let found = try #require(result.duration) / .seconds(1)
            #expect(abs(found - seconds) < 0.1, "\(found)")
        }
        #expect(!result.traits.contains(.hdr))
    }

    @Test func aPartOfAFileIsAVideo() async throws {
        let video = try Decoding.bytes("video/rot0.mp4")
        try directory.write([1, 2, 3] + video + [4, 5], to: FileName("motion.jpg"))
        let result = try await convert(
            Decoding.file(at: directory.path("motion.jpg")), .all, part: 3..<Int64(3 + video.count))
        #expect(result.pixelSize == PixelSize(width: 160, height: 120))
    }

    @Test func whatIsNoVideoIsToldAndLeavesNothing() async throws {
        await #expect(throws: DecodeFailure.self) {
            _ = try await convert(Decoding.file("video/no_moov_truncated.mp4"), .all)
        }
        try directory.write("#EXTM3U\n/etc/passwd\n".utf8, to: FileName("list.mp4"))
        await #expect(throws: DecodeFailure(.notMedia, "the file does not begin as a video")) {
            _ = try await convert(Decoding.file(at: directory.path("list.mp4")), .remux)
        }
        #expect(try Directory(at: FileName(directory.path("videos"))).names().isEmpty)
    }
}
