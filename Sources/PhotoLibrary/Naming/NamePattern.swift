public import Platform

/// A pattern for the names of files, without their extension.
///
/// Written as the name is, but for: `#` is one digit, `+` one digit or more, `?` any byte, `*` any bytes or none, and what
/// `(` and `)` enclose is kept.
public struct NamePattern: Sendable {
    private enum Piece: Equatable {
        case byte(UInt8), digit, digits, any, anything, open, close
    }

    private let pieces: [Piece]

    /// Makes a pattern of its text.
    public init(_ text: String) {
        pieces = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "#"): .digit
            case UInt8(ascii: "+"): .digits
            case UInt8(ascii: "?"): .any
            case UInt8(ascii: "*"): .anything
            case UInt8(ascii: "("): .open
            case UInt8(ascii: ")"): .close
            default: .byte(byte)
            }
        }
    }

    /// What a name has in the places that are kept, joined; nil where it does not match.
    public func match(_ name: FileName) -> [UInt8]? {
        // File names have at most 255 bytes and patterns few wildcards, so trying all ways is quick.
        let bytes = name.bytes
        guard bytes.count <= 255 else { return nil }
        return match(bytes[...], 0, isKept: false)
    }

    private func match(_ rest: ArraySlice<UInt8>, _ place: Int, isKept: Bool) -> [UInt8]? {
        guard place < pieces.count else { return rest.isEmpty ? [] : nil }
        /// Goes on behind the next `count` bytes.
        func skipping(_ count: Int, to next: Int) -> [UInt8]? {
            match(rest.dropFirst(count), next, isKept: isKept).map { isKept ? rest.prefix(count) + $0 : $0 }
        }
        switch pieces[place] {
        case .open: return match(rest, place + 1, isKept: true)
        case .close: return match(rest, place + 1, isKept: false)
        case .byte(let byte):
            return rest.first == byte ? skipping(1, to: place + 1) : nil
        case .any: return rest.isEmpty ? nil : skipping(1, to: place + 1)
        case .digit:
            guard let first = rest.first, Self.isDigit(first) else { return nil }
            return skipping(1, to: place + 1)
        case .digits:
            // Digits never need to be given back: no pattern has a digit after them.
            let count = rest.prefix(while: Self.isDigit).count
            return count > 0 ? skipping(count, to: place + 1) : nil
        case .anything:
            for count in 0...rest.count {
                if let found = skipping(count, to: place + 1) { return found }
            }
            return nil
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
