/// An entity tag (RFC 9110 section 8.8.3).
public struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    /// What stands between the quotes.
    public let opaque: String
    /// Whether equal tags promise no more than the same meaning.
    public let isWeak: Bool

    /// Makes a tag. Traps on a quote, a space or a control character in it.
    public init(_ opaque: String, isWeak: Bool = false) {
        precondition(opaque.utf8.allSatisfy(Self.isTagByte), "not an entity tag")
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// Reads a tag as a field has it; nil where it is malformed.
    public init?(parsing text: String) {
        guard let list = EntityTagList([text]), case .tags(let tags) = list, tags.count == 1 else { return nil }
        self = tags[0]
    }

    /// As a field has it: `"x"` or `W/"x"`.
    public var description: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    /// The same tag, weak: for another coding of the same content.
    public var weakened: EntityTag { EntityTag(opaque, isWeak: true) }

    /// Strong comparison: equal, and neither is weak.
    public func strongly(matches other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

    /// Weak comparison: equal, weak or not.
    public func weakly(matches other: EntityTag) -> Bool { opaque == other.opaque }

    static func isTagByte(_ byte: UInt8) -> Bool { byte == 0x21 || byte >= 0x23 && byte != 0x7F }
}
