/// A 128-bit digest of what a file holds: equal for equal content, whatever its name.
public struct Fingerprint: Hashable, Sendable {
    /// Files up to this many bytes are digested whole; of larger ones length, head and tail are, which tells photos and
    /// videos apart without reading gigabytes.
    public static let fullyHashedLimit = 128 * 1024

    /// The high 64 bits.
    public let high: UInt64
    /// The low 64 bits.
    public let low: UInt64

    /// Makes a fingerprint of its halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads 32 hexadecimal digits; nil for all else.
    public init?(hexadecimal text: String) {
        guard text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
            let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    /// 32 hexadecimal digits.
    public var hexadecimal: String { Self.hexadecimal(high) + Self.hexadecimal(low) }

    private static func hexadecimal(_ half: UInt64) -> String {
        let digits = String(half, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
