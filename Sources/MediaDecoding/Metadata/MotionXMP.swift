/// What the XMP of a picture says of a video in its file: names of Google's `GCamera` and `Container` namespaces, read as text,
/// since their prefixes are fixed by the formats.
struct MotionXMP: Equatable {
    /// Whether it says that there is one.
    private(set) var isMotionPhoto = false
    /// How far before the file's end the video begins, as far as it is said.
    private(set) var distanceFromEnd: Int?

    /// A video item, and what may follow it: a gain map, a depth map.
    private static let mostItems = 32

    /// Reads a packet.
    init(_ packet: [UInt8]) {
        guard !packet.isEmpty else { return }
        let text = String(decoding: packet, as: UTF8.self)
        let isMotion = Self.value("MotionPhoto", in: text) == "1"
        let isMicro = Self.value("MicroVideo", in: text) == "1"
        isMotionPhoto = isMotion || isMicro
        guard isMotionPhoto else { return }
        distanceFromEnd = Self.distance(ofItemsIn: text)
        if distanceFromEnd == nil { distanceFromEnd = Self.value("MicroVideoOffset", in: text).flatMap { Int($0) } }
    }

    private static let itemTag = "<Container:Item"

    /// The length of the video item and of those after it.
    private static func distance(ofItemsIn text: String) -> Int? {
        var rest = text[...]
        var distance: Int?
        for _ in 0..<mostItems {
            guard let start = rest.firstRange(of: itemTag) else { break }
            rest = rest[start.upperBound...]
            let item = rest[..<(rest.firstRange(of: itemTag)?.lowerBound ?? rest.endIndex)]
            guard let semantic = value("Semantic", in: item) else { continue }
            let length = value("Length", in: item).flatMap { Int($0) } ?? 0
            if semantic == "MotionPhoto" {
                guard length > 0 else { return nil }
                distance = length
            } else if let sum = distance {
                let (total, overflow) = sum.addingReportingOverflow(length)
                guard length >= 0, !overflow else { return nil }
                distance = total
            }
        }
        return distance
    }

    /// The value of an attribute, or of an element, whatever its prefix.
    private static func value(_ name: String, in text: some StringProtocol) -> String? {
        for opening in [":\(name)=\"", ":\(name)='", ":\(name)>"] {
            guard let start = text.firstRange(of: opening) else { continue }
            let value = text[start.upperBound...].prefix { !"\"'<".contains($0) }
            return String(value)
        }
        return nil
    }
}
