/// A number that names one thing of the library for ever: never given to another, even after the database was lost.
///
/// Its text is 13 letters and digits (base 32, lower case), opaque to clients and fit for URLs.
public protocol LibraryIdentifier: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number as the catalogue keeps it; positive.
    var rawValue: Int64 { get }
    /// Takes a number from the catalogue.
    init(rawValue: Int64)
}

extension LibraryIdentifier {
    /// The text that clients see.
    public var description: String {
        String(unsafeUninitializedCapacity: 13) { buffer in
            for place in 0..<13 {
                buffer[place] = base32[Int((UInt64(bitPattern: rawValue) >> UInt64(60 - 5 * place)) & 31)]
            }
            return 13
        }
    }

    /// Reads what `description` writes; nil for any other text.
    public init?(_ text: String) {
        guard let number = base32Number(text) else { return nil }
        self.init(rawValue: number)
    }

    /// Orders by number, which is the order in which things came into being.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The number that 13 digits of base 32 stand for; nil for any other text.
private func base32Number(_ text: String) -> Int64? {
    guard text.utf8.count == 13 else { return nil }
    var number: UInt64 = 0
    for byte in text.utf8 {
        let digit: UInt8
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "v"): digit = byte - UInt8(ascii: "a") + 10
        default: return nil
        }
        // The first digit has three bits of a 63-bit number.
        guard number >> 58 == 0 else { return nil }
        number = number << 5 | UInt64(digit)
    }
    return Int64(exactly: number)
}

private let base32 = Array("0123456789abcdefghijklmnopqrstuv".utf8)

/// Names an asset.
public struct AssetID: LibraryIdentifier, Codable {
    /// The number as the catalogue keeps it.
    public let rawValue: Int64
    /// Takes a number from the catalogue.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// Names a resource, one file of an asset.
public struct ResourceID: LibraryIdentifier {
    /// The number as the catalogue keeps it.
    public let rawValue: Int64
    /// Takes a number from the catalogue.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// Names a directory of the tree, which is a collection too.
public struct FolderID: LibraryIdentifier, Codable {
    /// The number as the catalogue keeps it.
    public let rawValue: Int64
    /// Takes a number from the catalogue.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The number of a committed change: grows by one with each.
public typealias Version = Int64

/// Names one library: a database that was made anew is another library, whatever it holds.
public struct LibraryID: LibraryIdentifier {
    /// The number as the catalogue keeps it.
    public let rawValue: Int64
    /// Takes a number from the catalogue.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}
