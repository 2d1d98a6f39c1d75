import Platform
import Testing

@testable import MediaDecoding

@Suite struct SidecarTests {
    private func metadata(
        _ kind: MediaMetadata.Kind, _ type: String, _ change: (inout MediaMetadata) -> Void = { _ in }
    ) -> MediaMetadata {
        var metadata = MediaMetadata(contentType: type, kind: kind, fingerprint: Fingerprint(high: 1, low: 2))
        change(&metadata)
        return metadata
    }

    private func date(_ second: Int, nanosecond: Int = 0, offset: Int? = nil) throws -> MediaMetadata.CaptureDate {
        let time = try #require(
            WallTime(
                year: 2020, month: 1, day: 2, hour: 3, minute: 4, second: second, nanosecond: nanosecond,
                offsetMinutes: offset))
        return MediaMetadata.CaptureDate(time: time, source: "a")
    }

    private func combine(_ file: MediaMetadata, _ sidecars: MediaMetadata...) throws -> MediaMetadata {
        try MediaMetadata.combine(.success(file), sidecars.map { ("name", .success($0)) }).get()
    }

    @Test("XMP counts more than the file, the first most; Takeout fills gaps")
    func order() throws {
        let file = metadata(.image, "image/jpeg") { $0.rating = 1 }
        let first = metadata(.sidecar, SidecarReader.xmp) { $0.title = "first" }
        let second = metadata(.sidecar, SidecarReader.xmp) {
            $0.title = "second"
            $0.rating = 5
        }
        let takeout = metadata(.sidecar, SidecarReader.json) {
            $0.title = "takeout"
            $0.caption = "words"
        }
        let all = try combine(file, first, second, takeout)
        #expect((all.title, all.rating, all.caption) == ("first", 5, "words"))
    }

    @Test("a date of the same second without its fraction and offset does not replace one that has them")
    func sameSecond() throws {
        let exact = try date(5, nanosecond: 500, offset: 60)
        let file = metadata(.image, "image/jpeg") { $0.captureDate = exact }
        let plain = try date(5)
        let other = try date(6)
        let same = metadata(.sidecar, SidecarReader.xmp) { $0.captureDate = plain }
        let moved = metadata(.sidecar, SidecarReader.xmp) { $0.captureDate = other }
        #expect(try combine(file, same).captureDate == exact)
        #expect(try combine(file, moved).captureDate == other)
    }

    @Test("what is no picture but a sidecar is no picture; what is no sidecar says nothing")
    func wrongKinds() throws {
        let sidecar = metadata(.sidecar, SidecarReader.xmp) { $0.rating = 3 }
        let picture = metadata(.image, "image/jpeg") { $0.rating = 4 }
        #expect(throws: DecodeFailure.self) { try combine(sidecar) }
        let odd = try combine(metadata(.image, "image/png"), picture)
        #expect(odd.rating == nil)
        #expect(odd.problems.map(\.code) == ["sidecarUnreadable"])
    }
}
