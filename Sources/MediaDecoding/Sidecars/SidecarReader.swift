import FoundationEssentials
import Platform

/// Reads what a file beside a picture or video says of it: XMP (ISO 16684-1), or the JSON that Google Takeout writes.
enum SidecarReader {
    /// The most bytes of a sidecar: those with every step of an edit have some hundred thousand.
    private static let largest: Int64 = 4 << 20
    /// Media type of XMP (ISO 16684-1, annex).
    static let xmp = "application/rdf+xml"
    /// Media type of Takeout's files.
    static let json = "application/json"

    /// Reads an open file.
    static func read(_ content: FileContent) throws(DecodeFailure) -> MediaMetadata {
        guard content.size <= largest else { throw DecodeFailure(.tooLarge, "a sidecar of \(content.size) bytes") }
        var metadata = MediaMetadata(
            contentType: content.format.contentType, kind: .sidecar, fingerprint: try content.fingerprint())
        try content.withBytes { bytes throws(DecodeFailure) in
            if content.format == .sidecar(contentType: json) {
                try takeTakeout(bytes, into: &metadata)
            } else {
                let fields = MetadataFields(exif: UnsafeRawBufferPointer(start: nil, count: 0), xmp: bytes)
                MetadataReader.take(fields, into: &metadata)
                metadata.takeDetails(of: fields)
            }
        }
        return metadata
    }

    // MARK: Google Takeout

    /// The members that are read of Takeout's files.
    private struct Takeout: Decodable {
        struct Moment: Decodable {
            /// Seconds since 1970 UTC.
            var timestamp: String?
        }
        struct Place: Decodable { var latitude, longitude, altitude: Double? }

        var description: String?
        var photoTakenTime: Moment?
        var geoData: Place?
        var geoDataExif: Place?
    }

    private static func takeTakeout(
        _ bytes: UnsafeRawBufferPointer, into metadata: inout MediaMetadata
    ) throws(DecodeFailure) {
        let takeout: Takeout
        do {
            takeout = try JSONDecoder().decode(Takeout.self, from: Data(bytes))
        } catch {
            throw DecodeFailure(.notMedia, "no JSON as Google Takeout writes it")
        }
        var evidence: [Evidence] = []
        let source = "takeout:photoTakenTime"
        let moment = takeout.photoTakenTime?.timestamp
        metadata.captureDate = evidence.first("creationDate", of: [(source, moment)]) { text in
            // What was never known is written as 0.
            guard let seconds = Int64(text), seconds != 0 else { return nil }
            let (nanoseconds, isTooFar) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            if isTooFar { return nil }
            let time = WallTime(utc: Timestamp(nanoseconds: nanoseconds))
            return MediaMetadata.CaptureDate(time: time, source: source)
        }
        metadata.details[.datePrecision] = metadata.captureDate == nil ? nil : "second"
        for (source, place) in [("takeout:geoData", takeout.geoData), ("takeout:geoDataExif", takeout.geoDataExif)] {
            guard let latitude = place?.latitude, let longitude = place?.longitude else { continue }
            let location = MediaMetadata.Location(latitude: latitude, longitude: longitude, altitude: place?.altitude)
            let outcome: Evidence.Outcome =
                location == nil ? .refused : metadata.location == nil ? .used : .outranked
            evidence.append(
                Evidence(answer: "location", source: source, value: "\(latitude), \(longitude)", outcome: outcome))
            metadata.location = metadata.location ?? location
        }
        metadata.caption = evidence.first("description", of: [("takeout:description", takeout.description)]) {
            $0.isEmpty ? nil : $0
        }
        metadata.evidence = evidence
    }
}
