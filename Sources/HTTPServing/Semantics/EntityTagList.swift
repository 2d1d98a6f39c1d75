/// The value of If-Match and If-None-Match (RFC 9110 sections 13.1.1 and 13.1.2).
enum EntityTagList: Equatable {
    /// `*`: any representation.
    case any
    /// The tags, in order; what follows a malformed one is left out.
    case tags([EntityTag])

    /// Reads all lines of the field; nil where there are none.
    init?(_ lines: [String]) {
        guard !lines.isEmpty else { return nil }
        if lines.contains(where: { $0.trimmingSpaces == "*" }) {
            self = .any
            return
        }
        self = .tags(lines.flatMap { Self.tags(Array($0.utf8)) })
    }

    /// Whether some tag of the list matches.
    func contains(where matches: (EntityTag) -> Bool) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): tags.contains(where: matches)
        }
    }

    private static func tags(_ bytes: [UInt8]) -> [EntityTag] {
        var tags: [EntityTag] = []
        var rest = bytes[...]
        while true {
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
            let isWeak = rest.starts(with: "W/".utf8)
            if isWeak { rest = rest.dropFirst(2) }
            guard rest.first == quote, let end = rest.dropFirst().firstIndex(of: quote) else { return tags }
            let opaque = rest[(rest.startIndex + 1)..<end]
            let after = rest[(end + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
            guard opaque.allSatisfy(EntityTag.isTagByte), after.isEmpty || after.first == UInt8(ascii: ",") else {
                return tags
            }
            tags.append(EntityTag(String(decoding: opaque, as: UTF8.self), isWeak: isWeak))
            rest = after
        }
    }

    private static let quote = UInt8(ascii: "\"")
}
