import Platform

/// A place in the order of a fetch: behind one asset, whether it is still there or not.
///
/// Its text is opaque, fit for URLs (base64url, RFC 4648 section 5), and bound to the order that it was made for.
public struct FetchCursor: Hashable, Sendable, CustomStringConvertible {
    let sort: FetchSort
    let place: SortPlace

    init(sort: FetchSort, place: SortPlace) {
        self.sort = sort
        self.place = place
    }

    /// Reads what `description` wrote for the same order; nil for any other text.
    public init?(_ text: some StringProtocol, sort: FetchSort) {
        guard text.utf8.count <= Self.longestText, let bytes = Base64URL.decode(text), bytes.count > 2
        else { return nil }
        let body = bytes.dropLast(2)
        guard Array(bytes.suffix(2)) == Self.check(body) else { return nil }
        var reader = ByteReader(Array(body))
        guard let order = try? reader.byte(), order == Self.order(sort), let id = try? reader.fixed(),
            let number = try? reader.fixed()
        else { return nil }
        let name = FileName(bytes: reader.rest)
        self.init(sort: sort, place: SortPlace(number: number, name: name, id: AssetID(rawValue: id)))
    }

    /// The text that clients see.
    public var description: String {
        var writer = ByteWriter()
        writer.byte(Self.order(sort))
        writer.fixed(place.id.rawValue)
        writer.fixed(place.number)
        writer.raw(place.name.bytes)
        return Base64URL.encode(writer.bytes + Self.check(writer.bytes[...]))
    }

    /// Room for the longest filename (255 bytes on Linux) and all else, in base 64.
    private static let longestText = 400

    private static func order(_ sort: FetchSort) -> UInt8 { sort.key.rawValue << 1 | (sort.isAscending ? 1 : 0) }

    /// Fletcher's sum of 16 bits (RFC 1146 appendix I): not a secret, only to tell a cursor from garbage.
    private static func check(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var low = 0x5A
        var high = 0xA5
        for byte in bytes {
            low = (low + Int(byte)) % 255
            high = (high + low) % 255
        }
        return [UInt8(low), UInt8(high)]
    }
}
