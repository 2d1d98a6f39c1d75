import PhotoLibrary
import Platform
import Testing

@testable import Ingesting

/// Which files belong together, as a table: `member > shown as kind by rule`.
struct GroupingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let files: [Sample]
        let pairs: [String]

        init(_ description: String, _ files: [Sample], _ pairs: [String] = []) {
            testDescription = description
            self.files = files
            self.pairs = pairs
        }
    }

    static let cases = [
        Case(
            "one identifier", [Sample("a/1.JPG", id: "A"), Sample("a/1.MOV", id: "A")],
            ["a/1.MOV > a/1.JPG as pairedVideo by contentIdentifier"]),
        Case(
            "one identifier, whatever the names and dates",
            [
                Sample("a/1.JPG", id: "A", at: "2020-01-01T00:00:00"),
                Sample("a/2.MOV", id: "A", at: "2023-01-01T00:00:00"),
            ],
            ["a/2.MOV > a/1.JPG as pairedVideo by contentIdentifier"]),
        Case(
            "one identifier in two folders", [Sample("a/1.JPG", id: "A"), Sample("b/1.MOV", id: "A")],
            ["b/1.MOV > a/1.JPG as pairedVideo by contentIdentifier"]),
        Case(
            "copies pair within their folders",
            [
                Sample("a/1.JPG", id: "A"), Sample("a/1.MOV", id: "A"), Sample("b/1.JPG", id: "A"),
                Sample("b/1.MOV", id: "A"),
            ],
            [
                "a/1.MOV > a/1.JPG as pairedVideo by contentIdentifier",
                "b/1.MOV > b/1.JPG as pairedVideo by contentIdentifier",
            ]),
        Case(
            "across folders nothing is guessed",
            [Sample("a/1.JPG", id: "A"), Sample("b/1.JPG", id: "A"), Sample("c/1.MOV", id: "A")]),
        Case(
            "other identifiers never pair, however close",
            [Sample("a/1.JPG", id: "A", at: noon), Sample("a/1.MOV", id: "B", at: noon)]),
        Case(
            "name and time", [Sample("a/1.JPG", at: noon), Sample("a/1.MOV", at: "2024-05-01T12:00:02")],
            ["a/1.MOV > a/1.JPG as pairedVideo by nameAndTime"]),
        Case(
            "an identifier on one side does not contradict",
            [Sample("a/1.JPG", at: noon), Sample("a/1.MOV", id: "A", at: noon)],
            ["a/1.MOV > a/1.JPG as pairedVideo by nameAndTime"]),
        Case(
            "a clock without zone beside UTC",
            [Sample("a/1.JPG", at: noon), Sample("a/1.MOV", at: "2024-05-01T03:00:01Z")],
            ["a/1.MOV > a/1.JPG as pairedVideo by nameAndTime"]),
        Case(
            "no zone on both sides is one zone",
            [Sample("a/1.JPG", at: noon), Sample("a/1.MOV", at: "2024-05-01T03:00:01")]),
        Case("name without time", [Sample("a/1.JPG"), Sample("a/1.MOV")]),
        Case("name, other month", [Sample("a/1.JPG", at: noon), Sample("a/1.MOV", at: "2024-09-01T12:00:00")]),
        Case(
            "name and time, but a long video",
            [Sample("a/1.JPG", at: noon), Sample("a/1.MOV", at: noon, seconds: 60)]),
        Case("time, other folder", [Sample("a/1.JPG", at: noon), Sample("b/1.MOV", at: noon)]),
        Case(
            "raw beside JPEG", [Sample("a/1.JPG", at: noon), Sample("a/1.CR2", at: noon, isRaw: true)],
            ["a/1.CR2 > a/1.JPG as alternatePhoto by rawBesidePicture"]),
        Case(
            "raw beside JPEG and HEIC",
            [Sample("a/1.JPG", at: noon), Sample("a/1.HEIC", at: noon), Sample("a/1.DNG", at: noon, isRaw: true)],
            ["a/1.DNG > a/1.HEIC as alternatePhoto by rawBesidePicture"]),
        Case(
            "raw of another day",
            [Sample("a/1.JPG", at: noon), Sample("a/1.CR2", at: "2024-05-02T12:00:00", isRaw: true)]),
        Case(
            "raw of a Pixel",
            [
                Sample("a/PXL_1.RAW-01.COVER.jpg", at: noon),
                Sample("a/PXL_1.RAW-02.ORIGINAL.dng", at: noon, isRaw: true),
            ],
            ["a/PXL_1.RAW-02.ORIGINAL.dng > a/PXL_1.RAW-01.COVER.jpg as alternatePhoto by rawBesidePicture"]),
        Case(
            "raw, live and edited at once",
            [
                Sample("a/IMG_1.HEIC", id: "A", at: noon), Sample("a/IMG_1.DNG", at: noon, isRaw: true),
                Sample("a/IMG_1.MOV", id: "A", at: noon), Sample("a/IMG_E1.HEIC", id: "A", at: noon),
                Sample("a/IMG_E1.MOV", id: "A", at: noon),
            ],
            [
                "a/IMG_1.DNG > a/IMG_1.HEIC as alternatePhoto by rawBesidePicture",
                "a/IMG_1.MOV > a/IMG_1.HEIC as pairedVideo by contentIdentifier",
                "a/IMG_E1.HEIC > a/IMG_1.HEIC as edited by editedName",
                "a/IMG_E1.MOV > a/IMG_1.HEIC as edited by editedName",
            ]),
        Case(
            "edited form without a date", [Sample("a/IMG_1.HEIC", at: noon), Sample("a/IMG_E1.JPG")],
            ["a/IMG_E1.JPG > a/IMG_1.HEIC as edited by editedName"]),
        Case(
            "edited form of another picture",
            [Sample("a/IMG_1.HEIC", at: noon), Sample("a/IMG_E1.JPG", at: "2025-05-01T12:00:00")]),
        Case("edited form alone", [Sample("a/IMG_E1.JPG"), Sample("b/IMG_1.JPG"), Sample("a/IMG_1.MOV")]),
        Case(
            "burst by identifier: the first taken is shown",
            [
                Sample("a/2.JPG", at: noon, burst: "X"), Sample("a/1.JPG", at: "2024-05-01T12:00:01", burst: "X"),
                Sample("a/3.JPG", at: "2024-05-01T12:00:02", burst: "X"), Sample("b/4.JPG", at: noon, burst: "X"),
                Sample("a/5.JPG", at: noon, burst: "Y"),
            ],
            [
                "a/1.JPG > a/2.JPG as burstPhoto by burstIdentifier",
                "a/3.JPG > a/2.JPG as burstPhoto by burstIdentifier",
            ]),
        Case(
            "burst by name: the cover is shown",
            [
                Sample("a/00000IMG_00000_BURST20190216172030123.jpg"),
                Sample("a/00001IMG_00001_BURST20190216172030123_COVER.jpg"),
            ],
            [
                "a/00000IMG_00000_BURST20190216172030123.jpg > a/00001IMG_00001_BURST20190216172030123_COVER.jpg "
                    + "as burstPhoto by burstName"
            ]),
        Case(
            "what belongs to a picture of a burst belongs to the one shown",
            [
                Sample("a/1.JPG", at: noon, burst: "X"), Sample("a/2.JPG", at: "2024-05-01T12:00:01", burst: "X"),
                Sample("a/2.DNG", at: "2024-05-01T12:00:01", isRaw: true), Sample("a/1.DNG", at: noon, isRaw: true),
            ],
            [
                "a/1.DNG > a/1.JPG as alternatePhoto by rawBesidePicture",
                "a/2.DNG > a/1.JPG as burstPhoto by rawBesidePicture",
                "a/2.JPG > a/1.JPG as burstPhoto by burstIdentifier",
            ]),
        Case(
            "a still has one video",
            [
                Sample("a/1.JPG", id: "A", at: noon), Sample("a/1.MOV", id: "A", at: noon),
                Sample("a/1.MP4", at: noon), Sample("a/2.MOV", id: "A"),
            ],
            ["a/1.MOV > a/1.JPG as pairedVideo by contentIdentifier"]),
        Case(
            "a motion photo has its video already",
            [Sample("a/1.JPG", at: noon, isMotion: true), Sample("a/1.MOV", at: noon)]),
    ]

    private static let noon = "2024-05-01T12:00:00"

    /// In any order: what is found must not depend on what came first.
    @Test(arguments: cases)
    func pairsAre(_ sample: Case) {
        for turn in sample.files.indices {
            let files = sample.files[turn...] + sample.files[..<turn]
            #expect(pairs(of: Array(files)) == sample.pairs.sorted())
            #expect(pairs(of: files.reversed()) == sample.pairs.sorted())
        }
    }

    private func pairs(of files: [Sample]) -> [String] {
        var paths: [AssetID: String] = [:]
        let facts = files.enumerated().map { number, file in
            let id = AssetID(rawValue: Int64(number + 1))
            paths[id] = file.path
            return file.facts(id)
        }
        return Grouping(facts).memberships.map { id, membership in
            "\(paths[id] ?? "") > \(paths[membership.ownerID] ?? "") as \(membership.kind) by \(membership.rule)"
        }.sorted()
    }
}

/// A file that was read.
struct Sample: Sendable {
    let path: String
    var id: String?
    var at: String?
    var seconds = 2.0
    var isRaw = false
    var burst: String?
    var isMotion = false

    init(
        _ path: String, id: String? = nil, at: String? = nil, seconds: Double = 2, isRaw: Bool = false,
        burst: String? = nil, isMotion: Bool = false
    ) {
        self.path = path
        self.id = id
        self.at = at
        self.seconds = seconds
        self.isRaw = isRaw
        self.burst = burst
        self.isMotion = isMotion
    }

    func facts(_ id: AssetID) -> GroupingFacts {
        let name = FileName(path)
        let isVideo = ["mov", "mp4"].contains(name.pathExtension)
        return GroupingFacts(
            id: id, folderID: FolderID(rawValue: Int64(name.bytes[0])), filename: name.lastComponent, stem: name.stem,
            mediaType: isVideo ? .video : .image, isRaw: isRaw,
            contentType: name.pathExtension == "heic" ? "image/heic" : isVideo ? "video/quicktime" : "image/jpeg",
            time: at.flatMap { WallTime(rfc3339: $0) }, duration: isVideo ? .seconds(seconds) : nil,
            contentIdentifier: self.id, burstIdentifier: burst, hasMotionVideo: isMotion)
    }
}
