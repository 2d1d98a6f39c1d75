import Platform

/// By which names files stand beside pictures and videos and speak of them.
///
/// | name | of | written by |
/// | --- | --- | --- |
/// | `IMG_1.JPG.xmp` | `IMG_1.JPG` alone | darktable, digiKam, Immich |
/// | `IMG_1.xmp` | every `IMG_1.*` | Lightroom, Capture One |
/// | `IMG_1.AAE` | every `IMG_1.*` | Apple, for edits; listed, not read |
/// | `IMG_1.JPG.supplemental-metadata.json`, `IMG_1.JPG.json` | `IMG_1.JPG`, `IMG_1-edited.JPG` | Google Takeout |
/// | `IMG_1.JPG.supplemental-metadata(2).json`, `IMG_1.JPG(2).json` | `IMG_1(2).JPG` | Google Takeout |
enum SidecarNaming {
    private static let supplement = Array(".supplemental-metadata".utf8)
    /// How many bytes Takeout leaves of a name before the number and `.json`.
    private static let longestTakeoutName = 46
    private static let edited = Array("-edited".utf8)

    /// The names at which sidecars of a file may stand, those first that count more.
    static func sidecars(of name: FileName) -> [FileName] {
        let stem = name.stem.bytes
        var names = [name.bytes, stem].flatMap { base in ["xmp", "XMP"].map { base + ".\($0)".utf8 } }
        names += ["AAE", "aae"].map { stem + ".\($0)".utf8 }
        names += takeoutNames(of: name)
        return names.map { FileName(bytes: $0) }
    }

    /// Whether a sidecar says something that is read: of Apple's adjustments none is.
    static func isRead(_ sidecar: FileName) -> Bool { !hasExtension("aae", sidecar) }

    /// The names of the files that a sidecar may be of.
    static func owners(of sidecar: FileName) -> SidecarOwners {
        let base = sidecar.stem
        guard hasExtension("json", sidecar) else { return SidecarOwners(names: [base], stem: base) }
        // A number may also be the end of the file's own name.
        let readings = [withoutNumber(base.bytes), (name: base.bytes[...], number: [])]
        let names = readings.flatMap { rest, number in
            let isLong = rest.suffix(supplement.count).elementsEqual(supplement)
            let name = FileName(bytes: isLong ? rest.dropLast(supplement.count) : rest)
            let ending = name.bytes.dropFirst(name.stem.bytes.count)
            return [number, edited + number].map { FileName(bytes: name.stem.bytes + $0 + ending) }
        }
        return SidecarOwners(names: names, isCut: base.bytes.count >= longestTakeoutName)
    }

    private static func takeoutNames(of name: FileName) -> [[UInt8]] {
        var (stem, number) = withoutNumber(name.stem.bytes)
        if stem.suffix(edited.count).elementsEqual(edited) { stem = stem.dropLast(edited.count) }
        let whole = Array(stem) + name.bytes.dropFirst(name.stem.bytes.count)
        return [whole + supplement, whole].map { long in
            Array(long.prefix(longestTakeoutName)) + number + ".json".utf8
        }
    }

    /// A name without a number at its end, such as `(2)`, and that number.
    private static func withoutNumber(_ name: some Collection<UInt8>) -> (name: ArraySlice<UInt8>, number: [UInt8]) {
        let bytes = Array(name)
        guard bytes.last == UInt8(ascii: ")"), let start = bytes.lastIndex(of: UInt8(ascii: "(")), start > 0,
            bytes.count - start > 2, bytes[(start + 1)...].dropLast().allSatisfy({ 48...57 ~= $0 })
        else { return (bytes[...], []) }
        return (bytes[..<start], Array(bytes[start...]))
    }

    private static func hasExtension(_ wanted: String, _ name: FileName) -> Bool {
        name.bytes.dropFirst(name.stem.bytes.count).map { $0 | 0x20 }.elementsEqual(".\(wanted)".utf8.map { $0 | 0x20 })
    }
}

/// Which files a sidecar may be of, by its name.
struct SidecarOwners: Hashable {
    /// Their whole names.
    var names: [FileName]
    /// Their name without extension; nil where that says nothing.
    var stem: FileName?
    /// Whether any file of the folder may be meant.
    var isCut = false
}
