import Platform

@testable import Ingesting
@testable import MediaDecoding
@testable import PhotoLibrary

/// The parsers of the house that read what strangers wrote, each as a function of bytes that must end for all of them.
public enum Parsers {
    /// All of them, by name. What a parser says is checked as far as it must hold for any input.
    public static let all: [(name: String, run: @Sendable (UnsafeRawBufferPointer) -> Void)] = [
        ("boxes", { bytes in _ = (TopLevelBoxes(bytes).exif, MediaFormat(head: bytes)) }),
        ("headers", headers),
        ("motion", motion),
        ("notes", { bytes in _ = (AppleMakerNote(Array(bytes)).contentIdentifier, ColorProfile.name(bytes)) }),
        ("texts", texts),
        ("names", names),
        ("regions", regions),
    ]

    /// Runs the parser that the first byte chooses on the others.
    public static func run(_ bytes: UnsafeRawBufferPointer) {
        guard let choice = bytes.first else { return }
        all[Int(choice) % all.count].run(UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
    }

    private static func headers(_ bytes: UnsafeRawBufferPointer) {
        guard let format = MediaFormat(head: bytes), let header = PictureHeader(bytes, format: format) else { return }
        precondition(header.frameCount >= 0)
        _ = TIFFDirectory(bytes)
    }

    private static func motion(_ bytes: UnsafeRawBufferPointer) {
        for isHEIF in [false, true] {
            guard let video = MotionVideo.find(in: bytes, xmp: Array(bytes.prefix(4096)), isHEIF: isHEIF) else {
                continue
            }
            precondition(video.lowerBound >= 0 && video.upperBound <= bytes.count, "a video outside of its file")
        }
    }

    private static func texts(_ bytes: UnsafeRawBufferPointer) {
        guard let text = MetadataText.text(bytes) else { return }
        if let time = WallTime(parsing: text) { precondition((1...12).contains(time.month)) }
        _ = (MediaMetadata.Location(iso6709: text), MetadataText.rational(text))
        _ = MediaMetadata.Location(xmpLatitude: text, longitude: text)
    }

    private static func names(_ bytes: UnsafeRawBufferPointer) {
        let name = FileName(bytes: Array(bytes).filter { $0 != 0 && $0 != UInt8(ascii: "/") })
        if name.bytes.isEmpty { return }
        _ = (DateNames.date(in: name), NamingTable.relatives(of: name.stem), NamingTable.burst(of: name.stem))
        for sidecar in SidecarNaming.sidecars(of: name) {
            let owners = SidecarNaming.owners(of: sidecar)
            let isFound = owners.names.contains(name) || owners.stem == name.stem || owners.isCut
            precondition(isFound, "a sidecar does not lead to its file")
        }
    }

    private static func regions(_ bytes: UnsafeRawBufferPointer) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let properties = lines.map { line in
            let sides = line.split(separator: "=", maxSplits: 1)
            return (path: sides.first.map(String.init) ?? "", value: sides.count > 1 ? String(sides[1]) : "")
        }
        for orientation in 1...8 {
            for region in RegionReader.regions(properties, orientation: orientation) {
                precondition((-1e-6...1.000_001).contains(region.x) && region.width <= 1.000_001)
            }
        }
    }
}
