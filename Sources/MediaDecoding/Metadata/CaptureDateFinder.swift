import Platform

/// Finds when a picture was taken. The order in which evidence counts:
///
/// 1. EXIF DateTimeOriginal, then DateTimeDigitized, each with its own fraction and offset.
/// 2. XMP exif:DateTimeOriginal, photoshop:DateCreated, xmp:CreateDate.
/// 3. IPTC DateCreated and TimeCreated.
/// 4. GPS date and time, which are UTC.
///
/// The file's name and its modification date count less than all of these, and are not looked at here. Where a date has
/// no offset, the GPS time gives it if the two differ by what a zone can be.
enum CaptureDateFinder {
    static func find(_ fields: MetadataFields, evidence: inout [Evidence]) -> MediaMetadata.CaptureDate? {
        let candidates: [(source: String, value: String?, fraction: String?, offset: String?)] = [
            ("exif:DateTimeOriginal", fields[.dateOriginal], fields[.subsecondOriginal], fields[.offsetOriginal]),
            (
                "exif:DateTimeDigitized", fields[.dateDigitized], fields[.subsecondDigitized],
                fields[.offsetDigitized]
            ),
            ("xmp:DateTimeOriginal", fields[.xmpDateOriginal], nil, nil),
            ("xmp:DateCreated", fields[.xmpDateCreated], nil, nil),
            ("xmp:CreateDate", fields[.xmpCreateDate], nil, nil),
            (
                "iptc:DateCreated", fields[.iptcDate].map { $0 + (fields[.iptcTime].map { "T" + $0 } ?? "") }, nil,
                nil
            ),
        ]
        var found: MediaMetadata.CaptureDate?
        for (source, value, fraction, offset) in candidates {
            guard let value else { continue }
            let time = WallTime(parsing: value, fraction: fraction, offset: offset)
            let written = value + (fraction.map { "." + $0 } ?? "") + (offset ?? "")
            note(source, written, isSound: time != nil, isUsed: found == nil, &evidence)
            if found == nil, let time { found = MediaMetadata.CaptureDate(time: time, source: source) }
        }
        guard let text = gpsText(fields) else { return found }
        let gps = WallTime(parsing: text)
        guard let date = found else {
            note("gps:DateTime", text, isSound: gps != nil, isUsed: true, &evidence)
            return gps.map { MediaMetadata.CaptureDate(time: $0, source: "gps:DateTime") }
        }
        note("gps:DateTime", text, isSound: gps != nil, isUsed: false, &evidence)
        guard let gps, date.time.offsetMinutes == nil, let time = date.time.withOffset(ofUTC: gps) else { return found }
        evidence.append(
            Evidence(answer: "creationDateOffset", source: "gps:DateTime", value: text, outcome: .used))
        return MediaMetadata.CaptureDate(time: time, source: date.source)
    }

    private static func note(
        _ source: String, _ value: String, isSound: Bool, isUsed: Bool, _ evidence: inout [Evidence]
    ) {
        let outcome: Evidence.Outcome = !isSound ? .refused : isUsed ? .used : .outranked
        evidence.append(Evidence(answer: "creationDate", source: source, value: value, outcome: outcome))
    }

    /// `2021:03:04` and `5/1 6/1 7/1` as one UTC time; nil where one is missing or makes no sense.
    private static func gpsText(_ fields: MetadataFields) -> String? {
        guard let date = fields[.gpsDate], let time = fields[.gpsTime] else { return nil }
        let parts = time.split(separator: " ").map { part -> Int? in
            let sides = part.split(separator: "/").map { Double($0) }
            guard sides.count == 2, let top = sides[0], let bottom = sides[1], bottom > 0, 0...86_400 ~= top / bottom
            else { return nil }
            return Int(top / bottom)
        }
        guard parts.count == 3, !parts.contains(nil) else { return nil }
        let clock = parts.compactMap { $0 }.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        return date + "T" + clock + "Z"
    }
}

extension WallTime {
    /// Zones differ by whole quarters of an hour (minutes).
    private static let zoneStep: Int64 = 15
    /// The seconds that a GPS fix may be older than the picture.
    private static let oldestFix: Int64 = 120

    /// This time with the offset that it must have where the same moment is `utc`; nil where no zone has such an offset.
    func withOffset(ofUTC utc: WallTime) -> WallTime? {
        let seconds = wallSeconds - utc.wallSeconds
        let step = Self.zoneStep * 60
        let steps = (Double(seconds) / Double(step)).rounded()
        guard abs(steps) <= 14 * 4, abs(seconds - Int64(steps) * step) <= Self.oldestFix else { return nil }
        return WallTime(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second, nanosecond: nanosecond,
            offsetMinutes: Int(steps) * Int(Self.zoneStep))
    }
}
